/* What `handset/value.py` does most: the hash and the equality of values, and copies of them with other fields. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

/* ---- The base of values: a hash that is computed once, and equality that looks at identity first. */

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

static PyObject *plan_of(PyTypeObject *kind); /* below */

/* Whether all fields of two values of one class are equal, in the order of the fields; -1 on error. */
static int equal_fields(PyObject *self, PyObject *other, PyObject *plan)
{
    const Py_ssize_t *offsets = (const Py_ssize_t *)PyBytes_AS_STRING(PyTuple_GET_ITEM(plan, 1));
    Py_ssize_t fields = PyTuple_GET_SIZE(PyTuple_GET_ITEM(plan, 0));
    for (Py_ssize_t i = 0; i < fields; i++) {
        PyObject *one = *(PyObject **)((char *)self + offsets[i]), *two = *(PyObject **)((char *)other + offsets[i]);
        if (one == two)
            continue;
        if (!one || !two) {
            PyErr_SetObject(PyExc_AttributeError, PyTuple_GET_ITEM(PyTuple_GET_ITEM(plan, 0), i));
            return -1;
        }
        int equal = PyObject_RichCompareBool(one, two, Py_EQ);
        if (equal <= 0)
            return equal;
    }
    return 1;
}

static PyObject *compare(PyObject *self, PyObject *other, int how)
{
    if (how != Py_EQ && how != Py_NE)
        Py_RETURN_NOTIMPLEMENTED;
    if (self == other)
        return PyBool_FromLong(how == Py_EQ);
    PyTypeObject *kind = Py_TYPE(self);
    if (kind != Py_TYPE(other))
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *plan = plan_of(kind);
    if (!plan)
        return NULL;
    int equal;
    if (plan != Py_None)
        equal = equal_fields(self, other, plan);
    else {
        PyObject *plain = PyObject_GetAttr((PyObject *)kind, plain_equal);
        PyObject *found = plain ? PyObject_CallFunctionObjArgs(plain, self, other, NULL) : NULL;
        Py_XDECREF(plain);
        if (!found || found == Py_NotImplemented)
            return found;
        equal = PyObject_IsTrue(found);
        Py_DECREF(found);
    }
    return equal < 0 ? NULL : PyBool_FromLong((how == Py_EQ) == equal);
}

static PyTypeObject ValueType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "bmoca_gym.handset.value.Value", .tp_basicsize = sizeof(Value),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "Base of every class with ``@value``. Its cached hash is not a field, so it is not pickled.",
    .tp_new = PyType_GenericNew, .tp_hash = (hashfunc)hash, .tp_richcompare = compare,
};

/* ---- Copies. */

/* Where the fields of a class lie: a tuple of their names, bytes with their offsets, and bytes with the offsets of what
 * is set to None. By class; None: another function copies its values. */
static PyObject *plans;
/* Called with a class: its names, their slots, and the slots set to None, or None. */
static PyObject *slots_of;
/* Called with the values of other classes. */
static PyObject *other_replace, *other_same_but;

/* Bytes with the offsets of slots (member descriptors); None where one is something else, NULL on error. */
static PyObject *offsets_of(PyTypeObject *kind, PyObject *slots)
{
    if (!PyTuple_Check(slots))
        return PyErr_Format(PyExc_TypeError, "slots must be a tuple, not %.100s", Py_TYPE(slots)->tp_name);
    Py_ssize_t count = PyTuple_GET_SIZE(slots);
    PyObject *found = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)sizeof(Py_ssize_t));
    if (!found)
        return NULL;
    Py_ssize_t *offsets = (Py_ssize_t *)PyBytes_AS_STRING(found);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *slot = PyTuple_GET_ITEM(slots, i);
        PyMemberDef *member = Py_IS_TYPE(slot, &PyMemberDescr_Type) ? ((PyMemberDescrObject *)slot)->d_member : NULL;
        if (!member || member->type != T_OBJECT_EX || !PyType_IsSubtype(kind, ((PyMemberDescrObject *)slot)->d_common.d_type)) {
            Py_DECREF(found);
            Py_RETURN_NONE;
        }
        offsets[i] = member->offset;
    }
    return found;
}

/* Make and keep the plan of a class. Borrowed; NULL on error. */
static PyObject *new_plan(PyTypeObject *kind)
{
    if (!slots_of) {
        PyErr_SetString(PyExc_TypeError, "call replaces(slots, replace, same_but) first, as bmoca_gym.handset.value does");
        return NULL;
    }
    PyObject *plan = Py_NewRef(Py_None);
    PyObject *given = PyObject_CallOneArg(slots_of, (PyObject *)kind);
    if (!given)
        goto failed;
    if (given != Py_None && !kind->tp_dictoffset && !kind->tp_weaklistoffset && !kind->tp_itemsize) {
        PyObject *names, *slots, *blank;
        if (!PyArg_ParseTuple(given, "O!OO", &PyTuple_Type, &names, &slots, &blank))
            goto failed;
        PyObject *offsets = offsets_of(kind, slots), *blanks = offsets_of(kind, blank);
        if (offsets && blanks && offsets != Py_None && blanks != Py_None)
            Py_SETREF(plan, PyTuple_Pack(3, names, offsets, blanks));
        Py_XDECREF(offsets);
        Py_XDECREF(blanks);
        if (PyErr_Occurred())
            goto failed;
    }
    if (PyDict_SetItem(plans, (PyObject *)kind, plan) < 0)
        goto failed;
    Py_DECREF(given);
    Py_DECREF(plan); /* held by `plans` */
    return plan;
failed:
    Py_XDECREF(given);
    Py_XDECREF(plan);
    return NULL;
}

/* The plan of a class, borrowed; NULL on error. */
static PyObject *plan_of(PyTypeObject *kind)
{
    PyObject *plan = PyDict_GetItemWithError(plans, (PyObject *)kind);
    return plan || PyErr_Occurred() ? plan : new_plan(kind);
}

static PyObject *unknown(PyTypeObject *kind, PyObject *name, PyObject *names)
{
    PyObject *comma = PyUnicode_FromString(", "), *all = comma ? PyUnicode_Join(comma, names) : NULL;
    if (all)
        PyErr_Format(PyExc_TypeError, "%s has no field %R; fields are %U", kind->tp_name, name, all);
    Py_XDECREF(comma);
    Py_XDECREF(all);
    return NULL;
}

static PyObject *replace(PyObject *module, PyObject *const *args, Py_ssize_t given, PyObject *keywords)
{
    if (given != 1)
        return PyErr_Format(PyExc_TypeError, "replace() takes 1 positional argument but %zd were given", given);
    PyTypeObject *kind = Py_TYPE(args[0]);
    PyObject *plan = plan_of(kind);
    if (!plan)
        return NULL;
    if (plan == Py_None)
        return PyObject_Vectorcall(other_replace, args, (size_t)given, keywords);
    PyObject *names = PyTuple_GET_ITEM(plan, 0);
    const Py_ssize_t *offsets = (const Py_ssize_t *)PyBytes_AS_STRING(PyTuple_GET_ITEM(plan, 1));
    Py_ssize_t fields = PyTuple_GET_SIZE(names), changes = keywords ? PyTuple_GET_SIZE(keywords) : 0;
    PyObject *made = kind->tp_alloc(kind, 0);
    if (!made)
        return NULL;
    for (Py_ssize_t i = 0; i < fields; i++) {
        PyObject *value = *(PyObject **)((char *)args[0] + offsets[i]);
        if (!value) {
            PyErr_SetObject(PyExc_AttributeError, PyTuple_GET_ITEM(names, i));
            goto failed;
        }
        *(PyObject **)((char *)made + offsets[i]) = Py_NewRef(value);
    }
    for (Py_ssize_t change = 0; change < changes; change++) {
        PyObject *name = PyTuple_GET_ITEM(keywords, change);
        Py_ssize_t i = 0;
        while (i < fields && PyTuple_GET_ITEM(names, i) != name)
            i++;
        if (i == fields) /* a name that is not interned */
            for (i = 0; i < fields && PyUnicode_Compare(PyTuple_GET_ITEM(names, i), name); i++)
                ;
        if (i == fields) {
            unknown(kind, name, names);
            goto failed;
        }
        PyObject **place = (PyObject **)((char *)made + offsets[i]);
        Py_SETREF(*place, Py_NewRef(args[1 + change]));
    }
    PyObject *blanks = PyTuple_GET_ITEM(plan, 2);
    for (Py_ssize_t i = 0; i < PyBytes_GET_SIZE(blanks) / (Py_ssize_t)sizeof(Py_ssize_t); i++)
        *(PyObject **)((char *)made + ((const Py_ssize_t *)PyBytes_AS_STRING(blanks))[i]) = Py_NewRef(Py_None);
    return made;
failed:
    Py_DECREF(made);
    return NULL;
}

/* same_but(one, other, name): whether two values of one class have the same objects in all fields but one. */
static PyObject *same_but(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    if (given != 3 || !PyUnicode_Check(args[2]))
        return PyErr_Format(PyExc_TypeError, "same_but() takes two values and the name of a field");
    PyTypeObject *kind = Py_TYPE(args[0]);
    if (kind != Py_TYPE(args[1]))
        Py_RETURN_FALSE;
    PyObject *plan = plan_of(kind);
    if (!plan)
        return NULL;
    if (plan == Py_None)
        return PyObject_Vectorcall(other_same_but, args, (size_t)given, NULL);
    PyObject *names = PyTuple_GET_ITEM(plan, 0);
    const Py_ssize_t *offsets = (const Py_ssize_t *)PyBytes_AS_STRING(PyTuple_GET_ITEM(plan, 1));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
        PyObject *one = *(PyObject **)((char *)args[0] + offsets[i]), *two = *(PyObject **)((char *)args[1] + offsets[i]);
        if (one != two && PyUnicode_Compare(PyTuple_GET_ITEM(names, i), args[2]))
            Py_RETURN_FALSE;
    }
    Py_RETURN_TRUE;
}

static PyObject *replaces(PyObject *module, PyObject *args)
{
    PyObject *slots, *other, *same;
    if (!PyArg_ParseTuple(args, "OOO", &slots, &other, &same))
        return NULL;
    Py_XSETREF(slots_of, Py_NewRef(slots));
    Py_XSETREF(other_replace, Py_NewRef(other));
    Py_XSETREF(other_same_but, Py_NewRef(same));
    PyDict_Clear(plans);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"replace", (PyCFunction)(void (*)(void))replace, METH_FASTCALL | METH_KEYWORDS,
     "Return a copy of a value with other fields."},
    {"same_but", (PyCFunction)(void (*)(void))same_but, METH_FASTCALL,
     "Whether two values of one class have the same objects in all fields but one."},
    {"replaces", replaces, METH_VARARGS,
     "Set what tells the slots of a class, and what copies and compares the values of classes without."},
    {NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "values", .m_doc = "The base of values, and copies with other fields.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_values(void)
{
    plans = PyDict_New();
    plain_hash = PyUnicode_InternFromString("plain_hash");
    plain_equal = PyUnicode_InternFromString("plain_equal");
    if (!plans || !plain_hash || !plain_equal || PyType_Ready(&ValueType) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Value", (PyObject *)&ValueType) < 0)
        Py_CLEAR(module);
    return module;
}
