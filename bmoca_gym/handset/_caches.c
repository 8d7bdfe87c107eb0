/* Which caches of `value.memo` have entries, so that no others need to be cleared. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* A function behind a cache. A call of it fills the cache, and puts it on a list of those to be cleared. */
typedef struct {
    PyObject_HEAD
    PyObject *function;
    PyObject *filled;
    PyObject *forget; /* clears its cache; None until that is known */
    int listed;
} Counted;

static PyObject *call(Counted *self, PyObject *args, PyObject *options)
{
    if (!self->listed) {
        if (PyList_Append(self->filled, (PyObject *)self) < 0)
            return NULL;
        self->listed = 1;
    }
    return PyObject_Call(self->function, args, options);
}

static PyObject *make(PyTypeObject *type, PyObject *args, PyObject *options)
{
    PyObject *function, *filled;
    if (!PyArg_ParseTuple(args, "OO!", &function, &PyList_Type, &filled))
        return NULL;
    Counted *made = (Counted *)type->tp_alloc(type, 0);
    if (made) {
        made->function = Py_NewRef(function);
        made->filled = Py_NewRef(filled);
        made->forget = Py_NewRef(Py_None);
    }
    return (PyObject *)made;
}

static void deallocate(Counted *self)
{
    Py_XDECREF(self->function);
    Py_XDECREF(self->filled);
    Py_XDECREF(self->forget);
    Py_TYPE(self)->tp_free(self);
}

/* begin(forget): the function that clears its cache. */
static PyObject *begin(Counted *self, PyObject *forget)
{
    Py_SETREF(self->forget, Py_NewRef(forget));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"begin", (PyCFunction)begin, METH_O, "Take what clears the cache."}, {0}};

static PyTypeObject CountedType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "bmoca_gym.handset._caches.Counted", .tp_basicsize = sizeof(Counted), .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A function behind a cache.", .tp_new = make, .tp_dealloc = (destructor)deallocate,
    .tp_call = (ternaryfunc)call, .tp_methods = methods,
};

/* clear(filled): clear the caches on a list of `Counted`, and empty the list. */
static PyObject *clear(PyObject *module, PyObject *filled)
{
    if (!PyList_Check(filled))
        return PyErr_Format(PyExc_TypeError, "filled must be a list, not %.100s", Py_TYPE(filled)->tp_name);
    PyObject *all = PyList_GetSlice(filled, 0, PyList_GET_SIZE(filled));
    if (!all || PyList_SetSlice(filled, 0, PyList_GET_SIZE(filled), NULL) < 0) {
        Py_XDECREF(all);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(all); i++)
        ((Counted *)PyList_GET_ITEM(all, i))->listed = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(all); i++) {
        PyObject *done = PyObject_CallNoArgs(((Counted *)PyList_GET_ITEM(all, i))->forget);
        if (!done) {
            Py_DECREF(all);
            return NULL;
        }
        Py_DECREF(done);
    }
    Py_DECREF(all);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"clear", clear, METH_O, "Clear the caches that have entries."}, {0}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_caches", .m_doc = "Which caches have entries.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__caches(void)
{
    if (PyType_Ready(&CountedType) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Counted", (PyObject *)&CountedType) < 0)
        Py_CLEAR(module);
    return module;
}
