/* Frames (RGB) as fewer bytes, so that more of them can be kept: screens repeat what stands above or to the left.
 *
 * A packed frame is a sequence of parts. Each begins with two bytes: what it is, in the two lowest bits, and how many
 * pixels it fills, from 1 to LONGEST, above them. The pixels follow the rows, without a break at their ends.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

enum { ABOVE, SAME, GIVEN }; /* as a row higher; all as the 3 bytes that follow; 3 bytes each follow */
#define LONGEST 0x3FFF
#define TWO_PIXELS 0xFFFFFFFFFFFFu

static uint64_t eight(const uint8_t *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, 8);
    return bytes;
}

/* How many bytes from ``at`` on are equal to those ``back`` bytes earlier, up to ``end``. */
static Py_ssize_t equal_bytes(const uint8_t *at, Py_ssize_t back, const uint8_t *end)
{
    const uint8_t *from = at;
    while (end - at >= 8 && eight(at) == eight(at - back))
        at += 8;
#if defined __GNUC__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (end - at >= 8)
        return at - from + __builtin_ctzll(eight(at) ^ eight(at - back)) / 8;
#endif
    while (at < end && *at == at[-back])
        at++;
    return at - from;
}

static uint8_t *part(uint8_t *out, int kind, Py_ssize_t pixels)
{
    unsigned head = (unsigned)(pixels << 2) | (unsigned)kind;
    *out++ = (uint8_t)head;
    *out++ = (uint8_t)(head >> 8);
    return out;
}

/* packed(frame, width, most): the frame in at most so many bytes; None where it takes more. */
static PyObject *packed(PyObject *module, PyObject *args)
{
    Py_buffer frame;
    Py_ssize_t width, most;
    if (!PyArg_ParseTuple(args, "y*nn:packed", &frame, &width, &most))
        return NULL;
    uint8_t *made = NULL;
    PyObject *result = NULL;
    if (width < 1 || frame.len % 3 || most < 0) {
        PyErr_SetString(PyExc_ValueError, "frame is uint8[height, width, 3]");
        goto end;
    }
    const uint8_t *start = frame.buf, *finish = start + frame.len, *at = start, *given = start;
    Py_ssize_t row = width * 3;
    made = PyMem_Malloc((size_t)most + 1);
    if (!made) {
        PyErr_NoMemory();
        goto end;
    }
    uint8_t *out = made;
    for (;;) {
        Py_ssize_t above = 0, same = 0;
        for (; at < finish; at += 3) {
            if (finish - at >= 8) {
                uint64_t here = eight(at);
                int like_above = at - start >= row && !((here ^ eight(at - row)) & TWO_PIXELS);
                if (!like_above && ((here ^ here >> 24) & TWO_PIXELS >> 8)) {
                    /* The longer nothing repeats, the less often it is looked for: so it is in photographs. */
                    Py_ssize_t further = (at - given) / 96 * 3;
                    at += further < finish - at ? further : 0;
                    continue;
                }
            }
            above = at - start >= row ? equal_bytes(at, row, finish) / 3 : 0;
            same = finish - at > 3 ? 1 + equal_bytes(at + 3, 3, finish) / 3 : 1;
            if (above > 1 || same > 2) /* less does not pay */
                break;
        }
        while (given < at) {
            Py_ssize_t pixels = (at - given) / 3;
            pixels = pixels < LONGEST ? pixels : LONGEST;
            if (out - made + 2 + pixels * 3 > most)
                goto none;
            out = part(out, GIVEN, pixels);
            memcpy(out, given, (size_t)pixels * 3);
            out += pixels * 3;
            given += pixels * 3;
        }
        if (at == finish)
            break;
        if (out - made + 5 > most)
            goto none;
        Py_ssize_t pixels = above >= same ? above : same;
        pixels = pixels < LONGEST ? pixels : LONGEST;
        out = part(out, above >= same ? ABOVE : SAME, pixels);
        if (above < same) {
            memcpy(out, at, 3);
            out += 3;
        }
        at += pixels * 3;
        given = at;
    }
    result = PyBytes_FromStringAndSize((const char *)made, out - made);
    goto end;
none:
    result = Py_NewRef(Py_None);
end:
    PyMem_Free(made);
    PyBuffer_Release(&frame);
    return result;
}

/* Copies bytes from ``back`` bytes earlier, which may have been copied themselves. */
static void copy_from(uint8_t *at, Py_ssize_t back, Py_ssize_t count)
{
    while (count > back) {
        memcpy(at, at - back, (size_t)back);
        at += back;
        count -= back;
    }
    memcpy(at, at - back, (size_t)count);
}

/* unpack(packed, frame, width): write the pixels of a packed frame. */
static PyObject *unpack(PyObject *module, PyObject *args)
{
    Py_buffer from, frame;
    Py_ssize_t width;
    if (!PyArg_ParseTuple(args, "y*w*n:unpack", &from, &frame, &width))
        return NULL;
    const uint8_t *in = from.buf, *in_end = in + from.len;
    uint8_t *start = frame.buf, *at = start, *finish = start + frame.len;
    Py_ssize_t row = width * 3;
    while (in_end - in >= 2) {
        unsigned head = in[0] | (unsigned)in[1] << 8, kind = head & 3;
        Py_ssize_t count = (Py_ssize_t)(head >> 2) * 3;
        in += 2;
        if (!count || count > finish - at)
            goto wrong;
        if (kind == ABOVE) {
            if (row < 3 || at - start < row)
                goto wrong;
            copy_from(at, row, count);
        } else if (kind == SAME) {
            if (in_end - in < 3)
                goto wrong;
            memcpy(at, in, 3);
            in += 3;
            /* Twice as much each time. */
            for (Py_ssize_t done = 3; done < count; done *= 2)
                memcpy(at + done, at, (size_t)(done < count - done ? done : count - done));
        } else if (kind == GIVEN) {
            if (in_end - in < count)
                goto wrong;
            memcpy(at, in, (size_t)count);
            in += count;
        } else
            goto wrong;
        at += count;
    }
    if (in != in_end || at != finish)
        goto wrong;
    PyBuffer_Release(&from);
    PyBuffer_Release(&frame);
    Py_RETURN_NONE;
wrong:
    PyBuffer_Release(&from);
    PyBuffer_Release(&frame);
    PyErr_SetString(PyExc_ValueError, "that is no packed frame of this size");
    return NULL;
}

static PyMethodDef functions[] = {
    {"packed", packed, METH_VARARGS, "packed(frame, width, most): the frame in at most so many bytes, or None."},
    {"unpack", unpack, METH_VARARGS, "unpack(packed, frame, width): write a packed frame into uint8[height, width, 3]."},
    {NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "packing", .m_doc = "Frames (RGB) as fewer bytes.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_packing(void) { return PyModule_Create(&definition); }
