/* Masks of glyphs, and rows of glyphs blended into pixels (RGBA) with them, as Skia's raster pipeline does it.
 *
 * `masks.py` fetches from Skia the masks that are missing here, and says what is drawn by Skia itself.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many bytes of masks, and how many of them, are kept: with one more, all are forgotten. */
#define MOST_BYTES (12u << 20)
#define MOST_MASKS (1u << 18)
#define MOST_STRIKES 2048u
/* Longer rows, and larger ones in px of the frame, are drawn by Skia. */
#define MOST_GLYPHS 512
#define LARGEST 36.0

/* ---- The masks: by strike, glyph, and fourths of a px across and down that it stands off whole px. */

typedef struct {
    double size, edge, scale_x, scale_y;
    uint32_t face, luminance;
} Strike; /* without padding: compared byte by byte */

typedef struct {
    uint64_t key; /* 0: free */
    uint32_t at;
    int16_t left, top;
    uint8_t width, height, foreign; /* foreign: for Skia, as it does not fit */
} Mask;

static Strike strikes[MOST_STRIKES];
static uint32_t strike_rows[MOST_STRIKES]; /* drawn so far */
static uint32_t strike_count;
static uint16_t strike_slots[MOST_STRIKES * 4]; /* 1 + its number */
static Mask *masks;
static uint32_t mask_room, mask_count;
static uint8_t *bytes;
static uint32_t byte_room, byte_count;

static void forget_all(void)
{
    strike_count = 0;
    memset(strike_slots, 0, sizeof strike_slots);
    PyMem_RawFree(masks);
    PyMem_RawFree(bytes);
    masks = NULL;
    bytes = NULL;
    mask_room = mask_count = byte_room = byte_count = 0;
}

static uint64_t mixed(uint64_t value)
{
    value ^= value >> 32;
    value *= 0x9E3779B97F4A7C15u;
    return value ^ value >> 29;
}

/* The number of a strike, from 1 on. */
static uint32_t strike_number(const Strike *wanted)
{
    uint64_t words[sizeof(Strike) / 8], hash = 0;
    memcpy(words, wanted, sizeof words);
    for (size_t n = 0; n < sizeof words / 8; n++)
        hash = mixed(hash ^ words[n]);
    uint32_t slot = (uint32_t)hash % (MOST_STRIKES * 4);
    for (; strike_slots[slot]; slot = (slot + 1) % (MOST_STRIKES * 4))
        if (!memcmp(&strikes[strike_slots[slot] - 1], wanted, sizeof *wanted))
            return strike_slots[slot];
    if (strike_count == MOST_STRIKES) {
        forget_all();
        return strike_number(wanted);
    }
    strikes[strike_count] = *wanted;
    strike_rows[strike_count] = 0;
    strike_slots[slot] = (uint16_t)++strike_count;
    return strike_count;
}

/* The place of a mask, or the free one that it would have; NULL without any. */
static Mask *place_of(uint64_t key)
{
    if (!mask_room)
        return NULL;
    uint32_t at = (uint32_t)mixed(key) & (mask_room - 1);
    while (masks[at].key && masks[at].key != key)
        at = (at + 1) & (mask_room - 1);
    return &masks[at];
}

static int more_masks(void)
{
    uint32_t old_room = mask_room, room = old_room ? old_room * 2 : 4096;
    Mask *old = masks, *made = PyMem_RawCalloc(room, sizeof *made);
    if (!made) {
        PyErr_NoMemory();
        return -1;
    }
    masks = made;
    mask_room = room;
    for (uint32_t n = 0; n < old_room; n++)
        if (old[n].key)
            *place_of(old[n].key) = old[n];
    PyMem_RawFree(old);
    return 0;
}

/* ---- Rows: glyphs of one size, where they stand from the beginning of their base line, in px of the phone. */

typedef struct {
    PyObject_VAR_HEAD
    double size;
    struct { float x, y; uint16_t glyph, face; } glyphs[1];
} Row;

static PyObject *row_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    double size;
    PyObject *runs;
    if (!PyArg_ParseTuple(args, "dO!:Row", &size, &PyList_Type, &runs))
        return NULL;
    Py_ssize_t count = 0;
    for (Py_ssize_t r = 0; r < PyList_GET_SIZE(runs); r++) {
        PyObject *run = PyList_GET_ITEM(runs, r);
        if (!PyTuple_Check(run) || PyTuple_GET_SIZE(run) != 4 || !PyList_Check(PyTuple_GET_ITEM(run, 1))) {
            PyErr_SetString(PyExc_TypeError, "a run is (face, glyphs, x, y)");
            return NULL;
        }
        count += PyList_GET_SIZE(PyTuple_GET_ITEM(run, 1));
    }
    Row *row = (Row *)type->tp_alloc(type, count);
    if (!row)
        return NULL;
    row->size = size;
    Py_ssize_t at = 0;
    for (Py_ssize_t r = 0; r < PyList_GET_SIZE(runs); r++) {
        PyObject *run = PyList_GET_ITEM(runs, r), *ids = PyTuple_GET_ITEM(run, 1), *x = PyTuple_GET_ITEM(run, 2),
                 *y = PyTuple_GET_ITEM(run, 3);
        long face = PyLong_AsLong(PyTuple_GET_ITEM(run, 0));
        Py_ssize_t glyphs = PyList_GET_SIZE(ids);
        if (!PyList_Check(x) || PyList_GET_SIZE(x) != glyphs
            || (y != Py_None && (!PyList_Check(y) || PyList_GET_SIZE(y) != glyphs))) {
            PyErr_SetString(PyExc_TypeError, "a run has a place for each glyph");
            goto failed;
        }
        for (Py_ssize_t n = 0; n < glyphs; n++, at++) {
            row->glyphs[at].x = (float)PyFloat_AsDouble(PyList_GET_ITEM(x, n));
            row->glyphs[at].y = y == Py_None ? 0.0f : (float)PyFloat_AsDouble(PyList_GET_ITEM(y, n));
            row->glyphs[at].glyph = (uint16_t)PyLong_AsLong(PyList_GET_ITEM(ids, n));
            row->glyphs[at].face = (uint16_t)face;
        }
    }
    if (PyErr_Occurred())
        goto failed;
    return (PyObject *)row;
failed:
    Py_DECREF(row);
    return NULL;
}

static PyTypeObject RowType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "bmoca_gym.handset.graphics._glyphs.Row",
    .tp_doc = "Glyphs of one size: Row(size, [(face, glyphs, x, y or None), ...]).",
    .tp_basicsize = offsetof(Row, glyphs),
    .tp_itemsize = sizeof ((Row *)0)->glyphs[0],
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = row_new,
};

/* ---- Targets: the pixels that are drawn into, and what is seen of them. */

typedef struct {
    PyObject_HEAD
    Py_buffer pixels;
    Py_ssize_t width, height;
    unsigned int patience;
    float scale_x, scale_y, x, y;
    int left, top, right, bottom;
} Target;

static PyObject *target_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *pixels;
    unsigned int patience;
    if (!PyArg_ParseTuple(args, "OI:Target", &pixels, &patience))
        return NULL;
    Target *target = (Target *)type->tp_alloc(type, 0);
    if (!target)
        return NULL;
    target->patience = patience;
    Py_buffer *view = &target->pixels;
    if (PyObject_GetBuffer(pixels, view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_ND) < 0) {
        Py_DECREF(target);
        return NULL;
    }
    if (view->ndim != 3 || view->itemsize != 1 || view->shape[2] != 4) {
        PyErr_SetString(PyExc_ValueError, "pixels are uint8[height, width, 4]");
        Py_DECREF(target);
        return NULL;
    }
    target->height = view->shape[0];
    target->width = view->shape[1];
    return (PyObject *)target;
}

static void target_dealloc(Target *target)
{
    if (target->pixels.obj)
        PyBuffer_Release(&target->pixels);
    Py_TYPE(target)->tp_free((PyObject *)target);
}

static PyObject *target_see(Target *target, PyObject *args)
{
    int left, top, right, bottom;
    if (!PyArg_ParseTuple(args, "ffffiiii:see", &target->scale_x, &target->scale_y, &target->x, &target->y, &left,
                          &top, &right, &bottom))
        return NULL;
    target->left = left < 0 ? 0 : left;
    target->top = top < 0 ? 0 : top;
    target->right = right > target->width ? (int)target->width : right;
    target->bottom = bottom > target->height ? (int)target->height : bottom;
    Py_RETURN_NONE;
}

/* As Skia's `div255`, which rounds up, and its `div255_accurate`. */
static inline uint32_t part(uint32_t value) { return (value + 255) >> 8; }
static inline uint32_t exact_part(uint32_t value) { return (value + 128 + ((value + 128) >> 8)) >> 8; }

static void blend(const Target *target, const Mask *mask, int x, int y, const uint32_t color[4])
{
    int left = x + mask->left, top = y + mask->top;
    int from_x = left < target->left ? target->left : left, from_y = top < target->top ? target->top : top;
    int to_x = left + mask->width, to_y = top + mask->height;
    to_x = to_x > target->right ? target->right : to_x;
    to_y = to_y > target->bottom ? target->bottom : to_y;
    for (int row = from_y; row < to_y; row++) {
        const uint8_t *cover = bytes + mask->at + (size_t)(row - top) * mask->width + (from_x - left);
        uint8_t *pixel = (uint8_t *)target->pixels.buf + ((size_t)row * target->width + from_x) * 4;
        for (int column = from_x; column < to_x; column++, cover++, pixel += 4) {
            uint32_t share = *cover;
            if (!share)
                continue;
            if (color[3] == 255) {
                for (int n = 0; n < 3; n++)
                    pixel[n] = (uint8_t)part(pixel[n] * (255 - share) + color[n] * share);
            } else {
                uint32_t rest = 255 - part(color[3] * share);
                for (int n = 0; n < 3; n++)
                    pixel[n] = (uint8_t)(part(color[n] * share) + exact_part(pixel[n] * rest));
            }
        }
    }
}

/* Draws a row with its beginning at (x, y). True: drawn; False: Skia has to draw it; a list: nothing was drawn, as these
 * masks are missing, each a face << 20 | glyph << 4 | fourths down << 2 | fourths across. */
static PyObject *target_draw(Target *target, PyObject *const *args, Py_ssize_t count)
{
    if (count != 6 || !PyObject_TypeCheck(args[0], &RowType)) {
        PyErr_SetString(PyExc_TypeError, "draw(row, x, y, color, edge, luminance)");
        return NULL;
    }
    const Row *row = (const Row *)args[0];
    double x = PyFloat_AsDouble(args[1]), y = PyFloat_AsDouble(args[2]), edge = PyFloat_AsDouble(args[4]);
    unsigned long argb = PyLong_AsUnsignedLong(args[3]);
    long luminance = PyLong_AsLong(args[5]);
    if (PyErr_Occurred())
        return NULL;
    Py_ssize_t glyphs = Py_SIZE(row);
    double larger = fabs(fabsf(target->scale_x) > fabsf(target->scale_y) ? target->scale_x : target->scale_y);
    if (glyphs > MOST_GLYPHS || row->size * larger > LARGEST)
        Py_RETURN_FALSE;
    Strike strike = {row->size, edge, target->scale_x, target->scale_y, 0, (uint32_t)luminance};
    float scale_x = target->scale_x, scale_y = target->scale_y;
    /* Each is rounded to a float where Skia does it. */
    float to_x = target->x + scale_x * (float)x, to_y = target->y + scale_y * (float)y;
    to_x += 0.125f;
    to_y += 0.125f;
    const Mask *found[MOST_GLYPHS];
    int at_x[MOST_GLYPHS], at_y[MOST_GLYPHS];
    PyObject *missing = NULL;
    uint32_t face = UINT32_MAX, number = 0;
    for (Py_ssize_t n = 0; n < glyphs; n++) {
        if (row->glyphs[n].face != face) {
            uint32_t before = strike_count;
            strike.face = face = row->glyphs[n].face;
            number = strike_number(&strike);
            if (strike_count < before) { /* all were forgotten */
                Py_XDECREF(missing);
                Py_RETURN_FALSE;
            }
            if (edge != 0 && strike_rows[number - 1] < target->patience) {
                strike_rows[number - 1]++;
                Py_XDECREF(missing);
                Py_RETURN_FALSE;
            }
        }
        float glyph_x = scale_x * row->glyphs[n].x + to_x, glyph_y = scale_y * row->glyphs[n].y + to_y;
        if (!(fabsf(glyph_x) < 30000.0f && fabsf(glyph_y) < 30000.0f)) {
            Py_XDECREF(missing);
            Py_RETURN_FALSE;
        }
        float whole_x = floorf(glyph_x), whole_y = floorf(glyph_y);
        uint32_t wanted = (uint32_t)row->glyphs[n].glyph << 4 | (uint32_t)((glyph_y - whole_y) * 4.0f) << 2
                          | (uint32_t)((glyph_x - whole_x) * 4.0f);
        const Mask *mask = place_of((uint64_t)number << 32 | wanted);
        if (!mask || !mask->key) {
            PyObject *one = PyLong_FromUnsignedLong((unsigned long)face << 20 | wanted);
            if (one && !missing)
                missing = PyList_New(0);
            if (!one || !missing || PyList_Append(missing, one) < 0) {
                Py_XDECREF(one);
                Py_XDECREF(missing);
                return NULL;
            }
            Py_DECREF(one);
        } else if (mask->foreign) {
            Py_XDECREF(missing);
            Py_RETURN_FALSE;
        } else {
            found[n] = mask;
            at_x[n] = (int)whole_x;
            at_y[n] = (int)whole_y;
        }
    }
    if (missing)
        return missing;
    uint32_t color[4] = {0, 0, 0, argb >> 24 & 255};
    float alpha = (float)color[3] * (1 / 255.0f);
    for (int n = 0; n < 3; n++) {
        float channel = (float)(argb >> (16 - 8 * n) & 255) * (1 / 255.0f);
        color[n] = (uint32_t)(channel * alpha * 255.0f + 0.5f);
    }
    for (Py_ssize_t n = 0; n < glyphs; n++)
        blend(target, found[n], at_x[n], at_y[n], color);
    Py_RETURN_TRUE;
}

static PyMethodDef target_methods[] = {
    {"see", (PyCFunction)target_see, METH_VARARGS,
     "see(scale_x, scale_y, x, y, left, top, right, bottom): where (0, 0) lies in the pixels, and which may change."},
    {"draw", (PyCFunction)(void (*)(void))target_draw, METH_FASTCALL,
     "draw(row, x, y, color, edge, luminance): True: drawn; False: Skia has to; or a list of the missing masks."},
    {NULL},
};

static PyTypeObject TargetType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "bmoca_gym.handset.graphics._glyphs.Target",
    .tp_doc = "Pixels that rows are drawn into: Target(uint8[height, width, 4], patience). As many rows of outlines of a strike "
              "are left to Skia before their masks are fetched.",
    .tp_basicsize = sizeof(Target),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = target_new,
    .tp_dealloc = (destructor)target_dealloc,
    .tp_methods = target_methods,
};

/* ---- New masks: cells of a sheet (uint8[height, width]), side by side. */

/* keep(sheet, stride, cell_width, cell_height, origin_x, origin_y, margin, size, edge, scale_x, scale_y, luminance,
 * wanted): keep the masks of ``wanted``, as `draw` lists them, and clear the sheet. Those that come nearer than ``margin`` to
 * the end of their cell are left to Skia. Cells are a multiple of 8 px wide. */
static PyObject *keep(PyObject *module, PyObject *args)
{
    Py_buffer sheet;
    PyObject *wanted;
    int stride, cell_width, cell_height, origin_x, origin_y, margin;
    unsigned int luminance;
    Strike strike = {0};
    float scale_x, scale_y;
    if (!PyArg_ParseTuple(args, "w*iiiiiiddffIO!:keep", &sheet, &stride, &cell_width, &cell_height, &origin_x, &origin_y,
                          &margin, &strike.size, &strike.edge, &scale_x, &scale_y, &luminance, &PyList_Type, &wanted))
        return NULL;
    PyObject *result = NULL;
    int beyond = 0; /* whether glyphs may reach out of the cells */
    Py_ssize_t count = PyList_GET_SIZE(wanted);
    if (cell_width < 8 || cell_width % 8 || cell_height < 1 || cell_width > 255 || cell_height > 255 || stride < count * cell_width
        || sheet.len < (Py_ssize_t)stride * cell_height) {
        PyErr_SetString(PyExc_ValueError, "the cells do not lie on the sheet");
        goto end;
    }
    strike.scale_x = scale_x;
    strike.scale_y = scale_y;
    strike.luminance = luminance;
    uint32_t most = (uint32_t)(count * cell_width * cell_height);
    if (byte_count + most > MOST_BYTES || mask_count + count > MOST_MASKS || strike_count + count > MOST_STRIKES)
        forget_all();
    if (byte_count + most > byte_room) {
        uint32_t room = byte_room * 2 < byte_count + most + 65536 ? byte_count + most + 65536 : byte_room * 2;
        uint8_t *more = PyMem_RawRealloc(bytes, room);
        if (!more) {
            PyErr_NoMemory();
            goto end;
        }
        bytes = more;
        byte_room = room;
    }
    for (Py_ssize_t n = 0; n < count; n++) {
        unsigned long one = PyLong_AsUnsignedLong(PyList_GET_ITEM(wanted, n));
        if (PyErr_Occurred())
            goto end;
        strike.face = (uint32_t)(one >> 20);
        Mask mask = {(uint64_t)strike_number(&strike) << 32 | (one & 0xFFFFF), byte_count, 0, 0, 0, 0, 0};
        const uint8_t *cell = (const uint8_t *)sheet.buf + n * cell_width;
        uint64_t columns[32] = {0};
        int left = 0, right = cell_width, top = cell_height, bottom = 0;
        for (int y = 0; y < cell_height; y++) {
            uint64_t line = 0, eight;
            for (int x = 0; x < cell_width / 8; x++) {
                memcpy(&eight, cell + y * stride + x * 8, 8);
                columns[x] |= eight;
                line |= eight;
            }
            if (line) {
                top = y < top ? y : top;
                bottom = y + 1;
            }
        }
        if (bottom) {
            const uint8_t *column = (const uint8_t *)columns;
            while (!column[left])
                left++;
            while (!column[right - 1])
                right--;
            mask.foreign = left < margin || top < margin || right > cell_width - margin || bottom > cell_height - margin;
            mask.left = (int16_t)(left - origin_x);
            mask.top = (int16_t)(top - origin_y);
            mask.width = (uint8_t)(right - left);
            mask.height = (uint8_t)(bottom - top);
            if (mask.foreign)
                beyond = 1;
            else
                for (int y = top; y < bottom; y++, byte_count += mask.width)
                    memcpy(bytes + byte_count, cell + y * stride + left, mask.width);
        }
        if (mask_count * 2 >= mask_room && more_masks() < 0)
            goto end;
        Mask *place = place_of(mask.key);
        mask_count += !place->key;
        *place = mask;
    }
    if (beyond)
        memset(sheet.buf, 0, (size_t)sheet.len);
    for (int y = 0; y < cell_height; y++)
        memset((uint8_t *)sheet.buf + y * stride, 0, (size_t)(count * cell_width));
    result = Py_NewRef(Py_None);
end:
    PyBuffer_Release(&sheet);
    return result;
}

static PyObject *clear(PyObject *module, PyObject *unused)
{
    forget_all();
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"keep", keep, METH_VARARGS, "Keep masks that Skia has drawn on a sheet."},
    {"clear", clear, METH_NOARGS, "Forget all masks."},
    {NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_glyphs", .m_doc = "Rows of glyphs drawn with masks.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit__glyphs(void)
{
    if (PyType_Ready(&RowType) < 0 || PyType_Ready(&TargetType) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    if (PyModule_AddObjectRef(module, "Row", (PyObject *)&RowType) < 0
        || PyModule_AddObjectRef(module, "Target", (PyObject *)&TargetType) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
