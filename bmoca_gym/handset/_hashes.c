/* The base of values: a hash that is computed once, and equality that looks at identity first. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    Py_hash_t hash; /* 0: not computed yet */
} Value;

static PyObject *plain_hash, *plain_equal; /* names of what a class of values computes them with */

static Py_hash_t hash(Value *self)
{
    if (self->hash)
        return self->hash;
    PyObject *plain = PyObject_GetAttr((PyObject *)Py_TYPE(self), plain_hash);
    if (!plain)
        return -1;
    PyObject *found = PyObject_CallOneArg(plain, (PyObject *)self);
    Py_DECREF(plain);
    if (!found)
        return -1;
    Py_hash_t computed = PyObject_Hash(found); /* that of a whole number in the range of hashes is itself */
    Py_DECREF(found);
    return self->hash = computed;
}

static PyObject *compare(PyObject *self, PyObject *other, int how)
{
    if (how != Py_EQ && how != Py_NE)
        Py_RETURN_NOTIMPLEMENTED;
    if (self == other)
        return PyBool_FromLong(how == Py_EQ);
    PyObject *plain = PyObject_GetAttr((PyObject *)Py_TYPE(self), plain_equal);
    if (!plain)
        return NULL;
    PyObject *found = PyObject_CallFunctionObjArgs(plain, self, other, NULL);
    Py_DECREF(plain);
    if (!found || found == Py_NotImplemented || how == Py_EQ)
        return found;
    int equal = PyObject_IsTrue(found);
    Py_DECREF(found);
    return equal < 0 ? NULL : PyBool_FromLong(!equal);
}

static PyTypeObject ValueType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "bmoca_gym.handset.value.Value", .tp_basicsize = sizeof(Value),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "Base of every class with ``@value``. Its cached hash is not a field, so it is not pickled.",
    .tp_new = PyType_GenericNew, .tp_hash = (hashfunc)hash, .tp_richcompare = compare,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_hashes", .m_doc = "The base of values.", .m_size = -1,
};

PyMODINIT_FUNC PyInit__hashes(void)
{
    plain_hash = PyUnicode_InternFromString("plain_hash");
    plain_equal = PyUnicode_InternFromString("plain_equal");
    if (!plain_hash || !plain_equal || PyType_Ready(&ValueType) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Value", (PyObject *)&ValueType) < 0)
        Py_CLEAR(module);
    return module;
}
