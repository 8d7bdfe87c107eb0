/* Construction of elements by interpreted code: `elements.py` says of which classes.
 *
 * A compiled `__init__` finds its arguments by name, gathers all others in a dictionary, and compares each name of it
 * with those of the options one after the other. Here an option is found by its name's address, and set by its setter.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* What an option must be; anything else is for `elements.give`, which does with it what is to be done. */
enum kind { FREE, ANY, NUMBER, WHOLE, TRUTH, TEXT, TUPLE, SIDES, FIRST };

#define SLOTS 64 /* a power of two, more than a class has options */
#define MOST_CLASSES 64

typedef struct {
    PyObject *name; /* interned, which lives as long as the process */
    setter set;
    void *closure;
    enum kind kind;
} Option;

typedef struct {
    PyTypeObject *type;
    Option options[SLOTS];
} Class;

static Class classes[MOST_CLASSES];
static int class_count;
static PyObject *give;

static Option *slot_of(Class *class, PyObject *name)
{
    uintptr_t at = (uintptr_t)name;
    at = (at >> 4) ^ (at >> 10);
    for (;; at++) {
        Option *found = &class->options[at & (SLOTS - 1)];
        if (found->kind == FREE || found->name == name)
            return found;
    }
}

static int fits(enum kind kind, PyObject *given)
{
    switch (kind) {
    case ANY:
        return 1;
    case NUMBER:
        return PyFloat_Check(given) || PyLong_Check(given);
    case WHOLE:
        return PyLong_Check(given);
    case TRUTH:
        return PyBool_Check(given);
    case TEXT:
        return PyUnicode_Check(given);
    case TUPLE:
        return PyTuple_Check(given);
    case SIDES:
        return PyTuple_Check(given) && PyTuple_GET_SIZE(given) == 4;
    default:
        return 0;
    }
}

static int give_one(PyObject *element, PyObject *name, PyObject *given)
{
    PyObject *options = PyDict_New();
    if (!options)
        return -1;
    PyObject *done = NULL;
    if (PyDict_SetItem(options, name, given) == 0)
        done = PyObject_CallFunctionObjArgs(give, element, options, NULL);
    Py_DECREF(options);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

static PyObject *construct(PyObject *called, PyObject *const *args, size_t flags, PyObject *names)
{
    PyTypeObject *type = (PyTypeObject *)called;
    Class *class = classes;
    while (class->type != type) /* each has its own, or none */
        class++;
    Py_ssize_t count = PyVectorcall_NARGS(flags), named = names ? PyTuple_GET_SIZE(names) : 0;
    PyObject *by_place = PyTuple_New(count), *by_name = NULL, *made = NULL;
    if (!by_place)
        return NULL;
    for (Py_ssize_t i = 0; i < count; i++)
        PyTuple_SET_ITEM(by_place, i, Py_NewRef(args[i]));
    args += count;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        if (slot_of(class, name)->kind == FIRST
            && ((!by_name && !(by_name = PyDict_New())) || PyDict_SetItem(by_name, name, args[i]) < 0))
            goto end;
    }
    made = type->tp_new(type, by_place, NULL);
    if (made && type->tp_init(made, by_place, by_name) < 0)
        Py_CLEAR(made);
    for (Py_ssize_t i = 0; made && i < named; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        Option *option = slot_of(class, name);
        if (option->kind == FIRST || (args[i] == Py_None && option->kind != FREE && option->kind != ANY))
            continue; /* None leaves an option of all elements as it is */
        int failed = fits(option->kind, args[i]) ? option->set(made, args[i], option->closure)
                                                 : give_one(made, name, args[i]);
        if (failed)
            Py_CLEAR(made);
    }
end:
    Py_DECREF(by_place);
    Py_XDECREF(by_name);
    return made;
}

/* quicken(class, first, options): ``first``: names of what ``__init__`` itself takes; ``options``: pairs of the name
 * of an option and its type (float, int, bool, str, tuple, None for `Sides`, object). */
static PyObject *quicken(PyObject *module, PyObject *args)
{
    PyTypeObject *type;
    PyObject *first, *options, *name, *wanted;
    Py_ssize_t at = 0;
    if (!PyArg_ParseTuple(args, "O!O!O!", &PyType_Type, &type, &PyTuple_Type, &first, &PyDict_Type, &options))
        return NULL;
    if (class_count == MOST_CLASSES || PyTuple_GET_SIZE(first) + PyDict_GET_SIZE(options) > SLOTS / 2)
        return PyErr_Format(PyExc_ValueError, "too many classes or options: %R", type);
    Class *class = &classes[class_count];
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(first); i++) {
        name = Py_NewRef(PyTuple_GET_ITEM(first, i));
        PyUnicode_InternInPlace(&name);
        Option *option = slot_of(class, name);
        option->name = name;
        option->kind = FIRST;
    }
    while (PyDict_Next(options, &at, &name, &wanted)) {
        PyObject *found = PyObject_GetAttr((PyObject *)type, name);
        if (!found)
            return NULL;
        if (!Py_IS_TYPE(found, &PyGetSetDescr_Type)) {
            Py_DECREF(found);
            return PyErr_Format(PyExc_TypeError, "%R is not compiled: %U", type, name);
        }
        PyGetSetDef *attribute = ((PyGetSetDescrObject *)found)->d_getset; /* found lives as long as its class */
        Py_DECREF(found);
        Py_INCREF(name);
        PyUnicode_InternInPlace(&name);
        Option *option = slot_of(class, name);
        if (option->kind == FIRST) {
            Py_DECREF(name);
            continue;
        }
        option->name = name;
        option->set = attribute->set;
        option->closure = attribute->closure;
        option->kind = wanted == (PyObject *)&PyFloat_Type   ? NUMBER
                       : wanted == (PyObject *)&PyLong_Type  ? WHOLE
                       : wanted == (PyObject *)&PyBool_Type  ? TRUTH
                       : wanted == (PyObject *)&PyUnicode_Type ? TEXT
                       : wanted == (PyObject *)&PyTuple_Type ? TUPLE
                       : wanted == Py_None                   ? SIDES
                                                             : ANY;
    }
    class->type = (PyTypeObject *)Py_NewRef(type);
    class_count++;
    type->tp_vectorcall = construct;
    Py_RETURN_NONE;
}

/* begin(give): the function for all that is not set here. */
static PyObject *begin(PyObject *module, PyObject *given)
{
    Py_XSETREF(give, Py_NewRef(given));
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"begin", begin, METH_O, "Take `elements.give`."},
    {"quicken", quicken, METH_VARARGS, "Construct elements of a class here when interpreted code asks for them."},
    {0},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_elements", .m_doc = "Construction of elements.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__elements(void)
{
    return PyModule_Create(&definition);
}
