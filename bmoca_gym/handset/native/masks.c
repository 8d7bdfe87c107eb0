/* Texts, rectangles and round shapes blended into pixels (RGBA) as Skia's raster pipeline does it, with masks of glyphs
 * and the coverage of shapes.
 *
 * `graphics/masks.py` fetches from Skia those that are missing here. What is drawn elsewhere is left to Skia itself.
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
    .tp_name = "bmoca_gym.handset.native.masks.Row",
    .tp_doc = "Glyphs of one size: Row(size, [(face, glyphs, x, y or None), ...]).",
    .tp_basicsize = offsetof(Row, glyphs),
    .tp_itemsize = sizeof ((Row *)0)->glyphs[0],
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = row_new,
};

/* ---- Shapes: the coverage of rounded rectangles and ovals, by all that it depends on, as Skia is told. */

#define MOST_SHAPE_BYTES (6u << 20)
#define MOST_SHAPES (1u << 14)
/* Larger ones, in px of the frame, are drawn by Skia. */
#define LARGEST_SHAPE (1 << 15)

enum { ROUND_RECT, OVAL };

typedef struct {
    float left, top, right, bottom, radius, stroke; /* in px of the phone; stroke 0: filled */
    float scale_x, scale_y, x, y;
    int32_t kind, width, height; /* those of the frame */
} Shape; /* without padding: compared byte by byte */

/* Each line: where its longest stretch of full coverage begins and ends, both 16 bits, and the bytes around that. */
typedef struct {
    Shape shape;
    uint32_t at;
    int16_t left, top, width, height;
} Cover;

static Cover *covers;
static uint32_t cover_count, cover_room;
static uint16_t cover_slots[MOST_SHAPES * 2]; /* 1 + its number */
static uint8_t *lines;
static uint32_t line_bytes, line_room;

static void forget_shapes(void)
{
    memset(cover_slots, 0, sizeof cover_slots);
    PyMem_RawFree(covers);
    PyMem_RawFree(lines);
    covers = NULL;
    lines = NULL;
    cover_count = cover_room = line_bytes = line_room = 0;
}

/* The slot of a shape, or the free one that it would have. */
static uint16_t *cover_slot(const Shape *wanted)
{
    uint32_t words[sizeof(Shape) / 4];
    uint64_t hash = 0;
    memcpy(words, wanted, sizeof words);
    for (size_t n = 0; n < sizeof words / 4; n++)
        hash = mixed(hash ^ words[n]);
    uint32_t slot = (uint32_t)hash % (MOST_SHAPES * 2);
    while (cover_slots[slot] && memcmp(&covers[cover_slots[slot] - 1].shape, wanted, sizeof *wanted))
        slot = (slot + 1) % (MOST_SHAPES * 2);
    return &cover_slots[slot];
}

/* Room for more of them, a part of which is used. */
static void *with_room(void *old, uint32_t *room, uint32_t used, uint32_t more, size_t each)
{
    if (used + more <= *room)
        return old;
    uint32_t wanted = *room * 2 < used + more + 256 ? used + more + 256 : *room * 2;
    void *made = PyMem_RawRealloc(old, wanted * each);
    if (made)
        *room = wanted;
    else
        PyErr_NoMemory();
    return made;
}

/* What a shape can colour, in px of the frame: left, top, right, bottom. */
static void bounds_of(const Shape *shape, int bounds[4])
{
    float edge = shape->stroke / 2, at[4] = {
        (shape->left - edge) * shape->scale_x + shape->x, (shape->top - edge) * shape->scale_y + shape->y,
        (shape->right + edge) * shape->scale_x + shape->x, (shape->bottom + edge) * shape->scale_y + shape->y,
    };
    for (int n = 0; n < 4; n++) {
        float whole = floorf(at[n] + (n < 2 ? -0.02f : 1.02f));
        bounds[n] = whole > 30000.0f ? 30000 : whole > -30000.0f ? (int)whole : -30000;
    }
}

/* keep_shape(sheet, shape): keep the coverage of a shape that Skia has drawn on a sheet (uint8[height, width]) of the
 * frame's size, and clear it. ``shape``: as `Target` gave it. */
static PyObject *keep_shape(PyObject *module, PyObject *args)
{
    Py_buffer sheet, given;
    if (!PyArg_ParseTuple(args, "w*y*:keep_shape", &sheet, &given))
        return NULL;
    PyObject *result = NULL;
    Cover cover = {0};
    if (given.len == sizeof cover.shape)
        memcpy(&cover.shape, given.buf, sizeof cover.shape);
    int stride = cover.shape.width, bounds[4];
    if (given.len != sizeof cover.shape || sheet.len != (Py_ssize_t)stride * cover.shape.height) {
        PyErr_SetString(PyExc_ValueError, "the sheet is as large as the frame");
        goto end;
    }
    bounds_of(&cover.shape, bounds);
    int left = bounds[0] < 1 ? 0 : bounds[0] - 1, top = bounds[1] < 1 ? 0 : bounds[1] - 1;
    int right = bounds[2] < stride ? bounds[2] + 1 : stride;
    int bottom = bounds[3] < cover.shape.height ? bounds[3] + 1 : cover.shape.height;
    int width = right > left ? right - left : 0, height = bottom > top ? bottom - top : 0;
    uint32_t most = (uint32_t)(height * (width + 4));
    if (line_bytes + most > MOST_SHAPE_BYTES || cover_count == MOST_SHAPES)
        forget_shapes();
    uint8_t *with_lines = with_room(lines, &line_room, line_bytes, most, 1);
    if (!with_lines)
        goto end;
    lines = with_lines;
    Cover *with_cover = with_room(covers, &cover_room, cover_count, 1, sizeof *covers);
    if (!with_cover)
        goto end;
    covers = with_cover;
    cover.at = line_bytes;
    cover.left = (int16_t)left;
    cover.top = (int16_t)top;
    cover.width = (int16_t)width;
    cover.height = (int16_t)height;
    for (int row = 0; row < height; row++) {
        uint8_t *from = (uint8_t *)sheet.buf + (size_t)(top + row) * stride + left, *to = lines + line_bytes;
        uint16_t solid[2] = {0, 0};
        for (int begin = 0, end; begin < width; begin = end + 1) {
            for (end = begin; end < width && from[end] == 255;)
                end++;
            if (end - begin > solid[1] - solid[0]) {
                solid[0] = (uint16_t)begin;
                solid[1] = (uint16_t)end;
            }
        }
        memcpy(to, solid, 4);
        memcpy(to + 4, from, solid[0]);
        memcpy(to + 4 + solid[0], from + solid[1], (size_t)(width - solid[1]));
        line_bytes += (uint32_t)(4 + width - (solid[1] - solid[0]));
        memset(from, 0, (size_t)width);
    }
    uint16_t *slot = cover_slot(&cover.shape);
    if (!*slot) {
        covers[cover_count] = cover;
        *slot = (uint16_t)++cover_count;
    }
    result = Py_NewRef(Py_None);
end:
    PyBuffer_Release(&sheet);
    PyBuffer_Release(&given);
    return result;
}

/* ---- Targets: the pixels that are drawn into, and what is seen of them. */

/* What Skia does where a target cannot: the methods of `masks.Plain`. */
enum {
    SAVE, RESTORE, SCALE, TRANSLATE, CLIP, CLIP_RECT, CLIP_RRECT, RECT, ROUND, CIRCLE, OVALS, TEXT,
    ARC, SKIA_CIRCLE, LINE, SKIA_OVAL, PATH, PICTURE, SKIA_RECT, SKIA_ROUND, BLOB, SKIAS
};
static const char *const skia_names[SKIAS] = {
    "save", "restore", "scale", "translate", "clip", "clipRect", "clipRRect", "draw_rect", "draw_round_rect", "draw_circle",
    "draw_oval", "draw_text", "drawArc", "drawCircle", "drawLine", "drawOval", "drawPath", "drawPicture", "drawRect",
    "drawRoundRect", "drawTextBlob",
};

/* What Skia has not been told yet: it is only when it draws. */
typedef struct {
    int method;
    float by[4];
} Move;

#define MOST_MOVES 16

typedef struct {
    float scale_x, scale_y, x, y;
    int left, top, right, bottom;
    int known; /* 0: Skia draws: it is turned, or clipped by no rectangle */
} View;

#define MOST_SAVED 16

typedef struct {
    PyObject_HEAD
    Py_buffer pixels;
    Py_ssize_t width, height;
    unsigned int patience;
    const void *outlined; /* the row whose outline was left to Skia last: only compared */
    PyObject *fetch, *fetch_shape, *skia[SKIAS];
    View now, saved[MOST_SAVED];
    int depth, moved;
    Move moves[MOST_MOVES];
} Target;

static PyObject *row_name;

static PyObject *target_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *pixels, *plain, *fetch, *fetch_shape;
    unsigned int patience;
    if (!PyArg_ParseTuple(args, "OIOOO:Target", &pixels, &patience, &plain, &fetch, &fetch_shape))
        return NULL;
    Target *target = (Target *)type->tp_alloc(type, 0);
    if (!target)
        return NULL;
    target->patience = patience;
    target->fetch = Py_NewRef(fetch);
    target->fetch_shape = Py_NewRef(fetch_shape);
    Py_buffer *view = &target->pixels;
    if (PyObject_GetBuffer(pixels, view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_ND) < 0) {
        Py_DECREF(target);
        return NULL;
    }
    if (view->ndim != 3 || view->itemsize != 1 || view->shape[2] != 4 || view->shape[0] > 30000 || view->shape[1] > 30000) {
        PyErr_SetString(PyExc_ValueError, "pixels are uint8[height, width, 4]");
        Py_DECREF(target);
        return NULL;
    }
    for (int n = 0; n < SKIAS; n++)
        if (!(target->skia[n] = PyObject_GetAttrString(plain, skia_names[n]))) {
            Py_DECREF(target);
            return NULL;
        }
    target->height = view->shape[0];
    target->width = view->shape[1];
    target->now = (View){1.0f, 1.0f, 0.0f, 0.0f, 0, 0, (int)target->width, (int)target->height, 1};
    return (PyObject *)target;
}

static void target_dealloc(Target *target)
{
    if (target->pixels.obj)
        PyBuffer_Release(&target->pixels);
    Py_XDECREF(target->fetch);
    Py_XDECREF(target->fetch_shape);
    for (int n = 0; n < SKIAS; n++)
        Py_XDECREF(target->skia[n]);
    Py_TYPE(target)->tp_free((PyObject *)target);
}

/* Whether there are so many arguments; otherwise an error. */
static int counted(Py_ssize_t count, Py_ssize_t least, Py_ssize_t most)
{
    if (count < least || count > most)
        PyErr_Format(PyExc_TypeError, "%zd arguments, where %zd to %zd are needed", count, least, most);
    return count >= least && count <= most;
}

static int color_given(PyObject *given, unsigned long *argb)
{
    *argb = PyLong_AsUnsignedLong(given);
    return *argb == (unsigned long)-1 && PyErr_Occurred() ? -1 : 0;
}

/* The arguments as numbers; -1: an error. */
static int numbers(PyObject *const *args, Py_ssize_t wanted, float *found)
{
    for (Py_ssize_t n = 0; n < wanted; n++) {
        double number = PyFloat_AsDouble(args[n]);
        if (number == -1 && PyErr_Occurred())
            return -1;
        found[n] = (float)number;
    }
    return 0;
}

static int told(Target *target, int method, PyObject *const *args, Py_ssize_t count)
{
    PyObject *result = PyObject_Vectorcall(target->skia[method], args, (size_t)count, NULL);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* Tells Skia all that it has not been told. */
static int settle(Target *target)
{
    int failed = 0;
    for (int n = 0; n < target->moved && !failed; n++) {
        const Move *move = &target->moves[n];
        int count = move->method == SAVE ? 0 : move->method == CLIP ? 4 : 2;
        PyObject *args[4] = {NULL};
        for (int by = 0; by < count; by++)
            if (!(args[by] = PyFloat_FromDouble(move->by[by])))
                failed = -1;
        if (!failed)
            failed = told(target, move->method, args, count);
        for (int by = 0; by < count; by++)
            Py_XDECREF(args[by]);
    }
    target->moved = 0;
    return failed;
}

static PyObject *left_to_skia(Target *target, int method, PyObject *const *args, Py_ssize_t count)
{
    if (settle(target) < 0 || told(target, method, args, count) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static int moved(Target *target, int method, const float *by, size_t count)
{
    if (target->moved == MOST_MOVES && settle(target) < 0)
        return -1;
    Move *move = &target->moves[target->moved++];
    move->method = method;
    for (size_t n = 0; n < count; n++)
        move->by[n] = by[n];
    return 0;
}

static PyObject *target_settle(Target *target, PyObject *unused)
{
    if (settle(target) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *target_save(Target *target, PyObject *unused)
{
    if (moved(target, SAVE, NULL, 0) < 0)
        return NULL;
    if (target->depth < MOST_SAVED)
        target->saved[target->depth] = target->now;
    else
        target->now.known = 0;
    target->depth++;
    Py_RETURN_NONE;
}

static PyObject *target_restore(Target *target, PyObject *unused)
{
    int saved = 0; /* whether Skia has not been told of it */
    while (target->moved && !saved)
        saved = target->moves[--target->moved].method == SAVE;
    if (!saved && told(target, RESTORE, NULL, 0) < 0)
        return NULL;
    if (target->depth && --target->depth < MOST_SAVED)
        target->now = target->saved[target->depth];
    Py_RETURN_NONE;
}

static PyObject *target_scale(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float by[2];
    if (!counted(count, 2, 2) || numbers(args, 2, by) < 0 || moved(target, SCALE, by, 2) < 0)
        return NULL;
    target->now.scale_x *= by[0];
    target->now.scale_y *= by[1];
    Py_RETURN_NONE;
}

static PyObject *target_translate(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float by[2];
    View *now = &target->now;
    if (!counted(count, 2, 2) || numbers(args, 2, by) < 0 || moved(target, TRANSLATE, by, 2) < 0)
        return NULL;
    now->x = now->scale_x * by[0] + now->x;
    now->y = now->scale_y * by[1] + now->y;
    Py_RETURN_NONE;
}

/* A clip that may have round corners. */
static PyObject *left_to_skia_for_good(Target *target, int method, PyObject *const *args, Py_ssize_t count)
{
    target->now.known = 0;
    return left_to_skia(target, method, args, count);
}

#define LEFT_TO_SKIA(name, method, how) \
    static PyObject *target_##name(Target *target, PyObject *const *args, Py_ssize_t count) \
    { \
        return how(target, method, args, count); \
    }

LEFT_TO_SKIA(clip_rect, CLIP_RECT, left_to_skia_for_good)
LEFT_TO_SKIA(clip_rrect, CLIP_RRECT, left_to_skia_for_good)
LEFT_TO_SKIA(arc, ARC, left_to_skia)
LEFT_TO_SKIA(circle, SKIA_CIRCLE, left_to_skia)
LEFT_TO_SKIA(line, LINE, left_to_skia)
LEFT_TO_SKIA(oval, SKIA_OVAL, left_to_skia)
LEFT_TO_SKIA(path, PATH, left_to_skia)
LEFT_TO_SKIA(picture, PICTURE, left_to_skia)
LEFT_TO_SKIA(rect, SKIA_RECT, left_to_skia)
LEFT_TO_SKIA(round_rect, SKIA_ROUND, left_to_skia)
LEFT_TO_SKIA(blob, BLOB, left_to_skia)

static int nearest(float value)
{
    return !(value > -30000.0f) ? -30000 : value > 30000.0f ? 30000 : (int)floorf(value + 0.5f);
}

/* Whole px, within what is seen, between edges in px of the frame: left, top, right, bottom. Whether there are any. */
static int within(const View *view, int left, int top, int right, int bottom, int found[4])
{
    found[0] = left > view->left ? left : view->left;
    found[1] = top > view->top ? top : view->top;
    found[2] = right < view->right ? right : view->right;
    found[3] = bottom < view->bottom ? bottom : view->bottom;
    return found[0] < found[2] && found[1] < found[3];
}

/* What is seen of a rectangle that is given in px of the phone, its edges rounded. */
static int seen(const View *view, const float rect[4], int found[4])
{
    int left = nearest(view->scale_x * rect[0] + view->x), right = nearest(view->scale_x * rect[2] + view->x);
    int top = nearest(view->scale_y * rect[1] + view->y), bottom = nearest(view->scale_y * rect[3] + view->y);
    return within(view, left < right ? left : right, top < bottom ? top : bottom, left < right ? right : left,
                  top < bottom ? bottom : top, found);
}

static PyObject *target_clip(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float rect[4];
    int found[4];
    View *now = &target->now;
    if (!counted(count, 4, 4) || numbers(args, 4, rect) < 0 || moved(target, CLIP, rect, 4) < 0)
        return NULL;
    int any = seen(now, rect, found);
    now->left = found[0];
    now->top = found[1];
    now->right = any ? found[2] : found[0];
    now->bottom = any ? found[3] : found[1];
    Py_RETURN_NONE;
}

/* ---- Colours: four bytes of a pixel as two pairs of 16 bits, each with one channel in its lower half. */

#define PAIR 0x00FF00FFu

typedef struct {
    uint32_t even, odd, alpha;
} Color;

static Color color_of(unsigned long argb)
{
    uint32_t opacity = argb >> 24 & 255, pixel;
    float alpha = (float)opacity * (1 / 255.0f);
    uint8_t bytes_of[4] = {0, 0, 0, (uint8_t)opacity};
    for (int n = 0; n < 3; n++) {
        float channel = (float)(argb >> (16 - 8 * n) & 255) * (1 / 255.0f);
        bytes_of[n] = (uint8_t)(channel * alpha * 255.0f + 0.5f);
    }
    memcpy(&pixel, bytes_of, 4);
    return (Color){pixel & PAIR, pixel >> 8 & PAIR, opacity};
}

/* As Skia's `div255`, which rounds up, and its `div255_accurate`; of pairs as well. */
static inline uint32_t part(uint32_t pair) { return (pair + PAIR) >> 8 & PAIR; }
static inline uint32_t exact_part(uint32_t pair)
{
    pair += 0x00800080u;
    return (pair + (pair >> 8 & PAIR)) >> 8 & PAIR;
}

/* The pixel with a share (0 to 255) of a colour, which is opaque, over it. */
static inline uint32_t over(uint32_t pixel, Color color, uint32_t share)
{
    uint32_t rest = 255 - share;
    return part((pixel & PAIR) * rest + color.even * share) | part((pixel >> 8 & PAIR) * rest + color.odd * share) << 8;
}

/* The same, of a colour that is not opaque. */
static inline uint32_t thin_over(uint32_t pixel, Color color, uint32_t share)
{
    uint32_t rest = 255 - ((color.alpha * share + 255) >> 8);
    return (part(color.even * share) + exact_part((pixel & PAIR) * rest))
           | (part(color.odd * share) + exact_part((pixel >> 8 & PAIR) * rest)) << 8;
}

/* The same, all of it, as Skia rounds it where no coverage is involved. */
static inline uint32_t all_over(uint32_t pixel, Color color)
{
    uint32_t rest = 255 - color.alpha;
    return (color.even + part((pixel & PAIR) * rest)) | (color.odd + part((pixel >> 8 & PAIR) * rest)) << 8;
}

static void blend(uint8_t *pixel, const uint8_t *share, int count, Color color)
{
    for (int n = 0; n < count; n++, pixel += 4)
        if (share[n]) {
            uint32_t value;
            memcpy(&value, pixel, 4);
            value = color.alpha == 255 ? over(value, color, share[n]) : thin_over(value, color, share[n]);
            memcpy(pixel, &value, 4);
        }
}

/* Blend all of a colour. ``covered``: as `blend` does, not as where no coverage is involved. */
static void fill(uint8_t *pixel, int count, Color color, int covered)
{
    uint32_t value = color.even | color.odd << 8;
    if (color.alpha == 255)
        for (int n = 0; n < count; n++)
            memcpy(pixel + 4 * n, &value, 4);
    else
        for (int n = 0; n < count; n++, pixel += 4) {
            memcpy(&value, pixel, 4);
            value = covered ? thin_over(value, color, 255) : all_over(value, color);
            memcpy(pixel, &value, 4);
        }
}

static inline uint8_t *pixel_at(const Target *target, int x, int y)
{
    return (uint8_t *)target->pixels.buf + ((size_t)y * (size_t)target->width + (size_t)x) * 4;
}

/* ---- What a target draws. */

/* draw_rect(left, top, right, bottom, color): a rectangle with hard edges. */
static PyObject *target_draw_rect(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float rect[4];
    int found[4];
    unsigned long argb;
    if (!target->now.known)
        return left_to_skia(target, RECT, args, count);
    if (!counted(count, 5, 5) || numbers(args, 4, rect) < 0 || color_given(args[4], &argb) < 0)
        return NULL;
    if (seen(&target->now, rect, found)) {
        Color color = color_of(argb);
        for (int y = found[1]; y < found[3]; y++)
            fill(pixel_at(target, found[0], y), found[2] - found[0], color, 0);
    }
    Py_RETURN_NONE;
}

/* Whether Skia collects the coverage of all of a filled shape before it blends. Of others, it rounds some pixels that are
 * covered wholly as if no coverage were involved: where depends on how it goes about them. */
static int collected(const Shape *shape)
{
    float left = floorf(shape->left * shape->scale_x + shape->x), right = ceilf(shape->right * shape->scale_x + shape->x);
    float top = floorf(shape->top * shape->scale_y + shape->y), bottom = ceilf(shape->bottom * shape->scale_y + shape->y);
    return right - left <= 32 && ceilf((right - left) / 4) * 4 * (bottom - top) <= 1024;
}

/* Draws a shape: 1: done; 0: Skia has to; -1: an error. */
static int drawn(Target *target, const Shape *shape, Color color)
{
    const View *now = &target->now;
    int bounds[4];
    if (!(shape->left <= shape->right && shape->top <= shape->bottom && now->scale_x > 0 && now->scale_y > 0))
        return 0;
    /* Skia draws a line in pieces where it is thinner than a px. */
    if (shape->stroke != 0 && (shape->stroke * now->scale_x < 1.01f || shape->stroke * now->scale_y < 1.01f))
        return 0;
    if (color.alpha != 255 && (shape->stroke != 0 || !collected(shape)))
        return 0;
    if (shape->kind == ROUND_RECT && !(shape->radius > 0)) /* a rectangle, of which it collects nothing */
        return 0;
    bounds_of(shape, bounds);
    if (bounds[2] <= now->left || bounds[0] >= now->right || bounds[3] <= now->top || bounds[1] >= now->bottom)
        return 1;
    /* Where a clip touches a curve, its coverage differs. */
    if ((bounds[0] <= now->left && now->left) || (bounds[2] >= now->right && now->right != target->width)
        || (bounds[1] <= now->top && now->top) || (bounds[3] >= now->bottom && now->bottom != target->height))
        return 0;
    if ((int64_t)(bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) > LARGEST_SHAPE)
        return 0;
    uint16_t *slot = cover_slot(shape);
    if (!*slot) {
        PyObject *made = PyObject_CallFunction(
            target->fetch_shape, "y#iiidddddddddd", (const char *)shape, (Py_ssize_t)sizeof *shape, (int)target->width,
            (int)target->height, (int)shape->kind, shape->left, shape->top, shape->right, shape->bottom, shape->radius,
            shape->stroke, shape->scale_x, shape->scale_y, shape->x, shape->y);
        Py_XDECREF(made);
        if (!made)
            return -1;
        if (!*(slot = cover_slot(shape))) /* forgotten again */
            return 0;
    }
    const Cover *cover = &covers[*slot - 1];
    const uint8_t *line = lines + cover->at;
    for (int row = 0; row < cover->height; row++) {
        uint8_t *pixel = pixel_at(target, cover->left, cover->top + row);
        uint16_t solid[2];
        memcpy(solid, line, 4);
        line += 4;
        blend(pixel, line, solid[0], color);
        fill(pixel + 4 * solid[0], solid[1] - solid[0], color, 1);
        line += solid[0];
        blend(pixel + 4 * solid[1], line, cover->width - solid[1], color);
        line += cover->width - solid[1];
    }
    return 1;
}

static PyObject *draw_shape(
    Target *target, int method, int kind, const float shape[5], PyObject *const *args, Py_ssize_t count, Py_ssize_t numbered)
{
    const View *now = &target->now;
    float stroke = 0;
    unsigned long argb;
    if (color_given(args[numbered], &argb) < 0 || (count > numbered + 1 && numbers(args + numbered + 1, 1, &stroke) < 0))
        return NULL;
    Shape wanted = {
        shape[0], shape[1], shape[2], shape[3], shape[4], stroke, now->scale_x, now->scale_y, now->x, now->y, kind,
        (int32_t)target->width, (int32_t)target->height,
    };
    int done = drawn(target, &wanted, color_of(argb));
    if (done < 0)
        return NULL;
    if (!done)
        return left_to_skia(target, method, args, count);
    Py_RETURN_NONE;
}

/* draw_round_rect(left, top, right, bottom, radius, color, stroke=0) */
static PyObject *target_draw_round_rect(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float shape[5];
    if (!target->now.known)
        return left_to_skia(target, ROUND, args, count);
    if (!counted(count, 6, 7) || numbers(args, 5, shape) < 0)
        return NULL;
    return draw_shape(target, ROUND, ROUND_RECT, shape, args, count, 5);
}

/* draw_circle(x, y, radius, color, stroke=0) */
static PyObject *target_draw_circle(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float of[3];
    if (!target->now.known)
        return left_to_skia(target, CIRCLE, args, count);
    if (!counted(count, 4, 5) || numbers(args, 3, of) < 0)
        return NULL;
    float shape[5] = {of[0] - of[2], of[1] - of[2], of[0] + of[2], of[1] + of[2], 0};
    return draw_shape(target, CIRCLE, OVAL, shape, args, count, 3);
}

/* draw_oval(left, top, right, bottom, color, stroke=0) */
static PyObject *target_draw_oval(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float shape[5] = {0};
    if (!target->now.known)
        return left_to_skia(target, OVALS, args, count);
    if (!counted(count, 5, 6) || numbers(args, 4, shape) < 0)
        return NULL;
    return draw_shape(target, OVALS, OVAL, shape, args, count, 4);
}

/* Which of eight masks of a glyph a colour has: Skia draws dark letters bolder than bright ones. */
static uint32_t luminance_of(unsigned long argb)
{
    uint32_t wide[3];
    for (int n = 0; n < 3; n++) {
        uint32_t channel = argb >> (16 - 8 * n) & 0xE0;
        wide[n] = channel | channel >> 3 | channel >> 6;
    }
    return (wide[0] * 54 + wide[1] * 183 + wide[2] * 19) >> 13;
}

static void blend_glyph(const Target *target, const Mask *mask, int x, int y, Color color)
{
    const View *now = &target->now;
    int left = x + mask->left, top = y + mask->top;
    int from_x = left < now->left ? now->left : left, from_y = top < now->top ? now->top : top;
    int to_x = left + mask->width, to_y = top + mask->height;
    to_x = to_x > now->right ? now->right : to_x;
    to_y = to_y > now->bottom ? now->bottom : to_y;
    if (from_x < to_x)
        for (int row = from_y; row < to_y; row++)
            blend(pixel_at(target, from_x, row), bytes + mask->at + (size_t)(row - top) * mask->width + (from_x - left),
                  to_x - from_x, color);
}

/* Draws a row with its beginning at (x, y). True: drawn; False: Skia has to draw it; a list: nothing was drawn, as these
 * masks are missing, each a face << 20 | glyph << 4 | fourths down << 2 | fourths across. */
static PyObject *draw_row(Target *target, const Row *row, float x, float y, unsigned long argb, double edge)
{
    const View *now = &target->now;
    Py_ssize_t glyphs = Py_SIZE(row);
    float scale_x = now->scale_x, scale_y = now->scale_y;
    double larger = fabs(fabsf(scale_x) > fabsf(scale_y) ? scale_x : scale_y);
    if (glyphs > MOST_GLYPHS || row->size * larger > LARGEST)
        Py_RETURN_FALSE;
    Strike strike = {row->size, edge, scale_x, scale_y, 0, luminance_of(argb)};
    /* Each is rounded to a float where Skia does it. */
    float to_x = now->x + scale_x * x, to_y = now->y + scale_y * y;
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
                target->outlined = row;
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
    if (missing && edge == 0 && row == target->outlined) { /* Skia may draw its letters as well */
        Py_DECREF(missing);
        Py_RETURN_FALSE;
    }
    if (missing)
        return missing;
    target->outlined = NULL;
    Color color = color_of(argb);
    for (Py_ssize_t n = 0; n < glyphs; n++)
        blend_glyph(target, found[n], at_x[n], at_y[n], color);
    Py_RETURN_TRUE;
}

/* draw_text(line, x, y, color, edge=0) */
static PyObject *target_draw_text(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float at[2];
    unsigned long argb;
    if (!target->now.known)
        return left_to_skia(target, TEXT, args, count);
    if (!counted(count, 4, 5) || numbers(args + 1, 2, at) < 0 || color_given(args[3], &argb) < 0)
        return NULL;
    double edge = count > 4 ? PyFloat_AsDouble(args[4]) : 0;
    if (edge == -1 && PyErr_Occurred())
        return NULL;
    PyObject *row = PyObject_GetAttr(args[0], row_name);
    if (!row)
        return NULL;
    if (!PyObject_TypeCheck(row, &RowType)) {
        PyErr_SetString(PyExc_TypeError, "draw_text(line, x, y, color, edge)");
        goto failed;
    }
    for (int tries = 0; tries < 3; tries++) { /* masks may be forgotten before they are used */
        PyObject *missing = draw_row(target, (const Row *)row, at[0], at[1], argb, edge);
        if (!missing)
            goto failed;
        if (missing == Py_True || missing == Py_False) {
            Py_DECREF(missing);
            Py_DECREF(row);
            if (missing == Py_False)
                return left_to_skia(target, TEXT, args, count);
            Py_RETURN_NONE;
        }
        PyObject *made = PyObject_CallFunction(
            target->fetch, "NddddI", missing, ((const Row *)row)->size, (double)target->now.scale_x,
            (double)target->now.scale_y, edge, (unsigned int)luminance_of(argb));
        Py_XDECREF(made);
        if (!made)
            goto failed;
    }
    Py_DECREF(row);
    return left_to_skia(target, TEXT, args, count);
failed:
    Py_DECREF(row);
    return NULL;
}

/* ---- Pieces of the picture, which are opaque. */

/* view(left, top, right, bottom, hard): how a rectangle is seen: scale across and down, where (0, 0) lies, and the edges
 * of all px that it can colour, fully if it is ``hard``; () where nothing is seen of it; None where Skia has to draw it. */
static PyObject *target_view(Target *target, PyObject *const *args, Py_ssize_t count)
{
    float rect[4];
    int found[4], hard, any;
    const View *now = &target->now;
    if (!counted(count, 5, 5) || numbers(args, 4, rect) < 0 || (hard = PyObject_IsTrue(args[4])) < 0)
        return NULL;
    if (!now->known || !(now->scale_x > 0 && now->scale_y > 0))
        Py_RETURN_NONE;
    if (hard)
        any = seen(now, rect, found);
    else {
        Shape shape = {rect[0], rect[1], rect[2], rect[3], 0, 0, now->scale_x, now->scale_y, now->x, now->y, OVAL, 0, 0};
        bounds_of(&shape, found);
        any = within(now, found[0], found[1], found[2], found[3], found);
    }
    if (!any)
        return PyTuple_New(0);
    return Py_BuildValue("ddddiiii", now->scale_x, now->scale_y, now->x, now->y, found[0], found[1], found[2], found[3]);
}

/* The part of the pixels that four arguments name, or -1. */
static int piece(const Target *target, PyObject *const *args, int edges[4])
{
    for (int n = 0; n < 4; n++) {
        long edge = PyLong_AsLong(args[n]);
        if (PyErr_Occurred())
            return -1;
        edges[n] = edge < 0 || edge > 30000 ? 30001 : (int)edge;
    }
    if (edges[0] > edges[2] || edges[1] > edges[3] || edges[2] > target->width || edges[3] > target->height) {
        PyErr_SetString(PyExc_ValueError, "no part of the pixels");
        return -1;
    }
    return 0;
}

/* piece(left, top, right, bottom): a copy of that part of the pixels. */
static PyObject *target_piece(Target *target, PyObject *const *args, Py_ssize_t count)
{
    int edges[4];
    if (!counted(count, 4, 4) || piece(target, args, edges) < 0)
        return NULL;
    size_t line = (size_t)(edges[2] - edges[0]) * 4;
    PyObject *copy = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)line * (edges[3] - edges[1]));
    if (copy)
        for (int y = edges[1]; y < edges[3]; y++)
            memcpy(PyBytes_AS_STRING(copy) + (size_t)(y - edges[1]) * line, pixel_at(target, edges[0], y), line);
    return copy;
}

/* put(copy, left, top, right, bottom): put such a copy back. */
static PyObject *target_put(Target *target, PyObject *const *args, Py_ssize_t count)
{
    int edges[4];
    if (!counted(count, 5, 5) || piece(target, args + 1, edges) < 0)
        return NULL;
    size_t line = (size_t)(edges[2] - edges[0]) * 4;
    if (!PyBytes_Check(args[0]) || PyBytes_GET_SIZE(args[0]) != (Py_ssize_t)line * (edges[3] - edges[1])) {
        PyErr_SetString(PyExc_ValueError, "the copy has another size");
        return NULL;
    }
    for (int y = edges[1]; y < edges[3]; y++)
        memcpy(pixel_at(target, edges[0], y), PyBytes_AS_STRING(args[0]) + (size_t)(y - edges[1]) * line, line);
    Py_RETURN_NONE;
}

#define FAST(name) (PyCFunction)(void (*)(void))name, METH_FASTCALL

static PyMethodDef target_methods[] = {
    {"save", (PyCFunction)target_save, METH_NOARGS, "As Skia's."},
    {"restore", (PyCFunction)target_restore, METH_NOARGS, "As Skia's."},
    {"scale", FAST(target_scale), "scale(x, y): as Skia's."},
    {"translate", FAST(target_translate), "translate(x, y): as Skia's."},
    {"settle", (PyCFunction)target_settle, METH_NOARGS, "Tell Skia all that it has not been told, before it is used directly."},
    {"clipRect", FAST(target_clip_rect), "As Skia's: Skia draws all until `restore`."},
    {"clipRRect", FAST(target_clip_rrect), "As Skia's: Skia draws all until `restore`."},
    {"drawArc", FAST(target_arc), "Skia's."},
    {"drawCircle", FAST(target_circle), "Skia's."},
    {"drawLine", FAST(target_line), "Skia's."},
    {"drawOval", FAST(target_oval), "Skia's."},
    {"drawPath", FAST(target_path), "Skia's."},
    {"drawPicture", FAST(target_picture), "Skia's."},
    {"drawRect", FAST(target_rect), "Skia's."},
    {"drawRoundRect", FAST(target_round_rect), "Skia's."},
    {"drawTextBlob", FAST(target_blob), "Skia's."},
    {"clip", FAST(target_clip), "clip(left, top, right, bottom): leave only what lies in a rectangle, rounded to whole px."},
    {"draw_rect", FAST(target_draw_rect), "draw_rect(left, top, right, bottom, color): hard edges."},
    {"draw_round_rect", FAST(target_draw_round_rect), "draw_round_rect(left, top, right, bottom, radius, color, stroke=0)"},
    {"draw_circle", FAST(target_draw_circle), "draw_circle(x, y, radius, color, stroke=0)"},
    {"draw_oval", FAST(target_draw_oval), "draw_oval(left, top, right, bottom, color, stroke=0)"},
    {"draw_text", FAST(target_draw_text), "draw_text(line, x, y, color, edge=0)"},
    {"view", FAST(target_view),
     "view(left, top, right, bottom, hard): scales, origin, edges in px of what is seen, or (); None where Skia has to draw."},
    {"piece", FAST(target_piece), "piece(left, top, right, bottom): a copy of that part of the pixels."},
    {"put", FAST(target_put), "put(copy, left, top, right, bottom): put a copy back."},
    {NULL},
};

static PyTypeObject TargetType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "bmoca_gym.handset.native.masks.Target",
    .tp_doc = "Pixels that are drawn into: Target(uint8[height, width, 4], patience, plain, fetch, fetch_shape). ``plain`` is the "
              "`masks.Plain` that draws all else. As many rows of outlines of a strike are left to it before their masks are "
              "fetched, and letters whose masks are missing after their outline.",
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
    forget_shapes();
    Py_RETURN_NONE;
}

static PyObject *luminance(PyObject *module, PyObject *color)
{
    unsigned long argb = PyLong_AsUnsignedLong(color);
    return PyErr_Occurred() ? NULL : PyLong_FromUnsignedLong(luminance_of(argb));
}

static PyMethodDef functions[] = {
    {"keep", keep, METH_VARARGS, "Keep masks that Skia has drawn on a sheet."},
    {"keep_shape", keep_shape, METH_VARARGS, "Keep the coverage of a shape that Skia has drawn on a sheet."},
    {"luminance", luminance, METH_O, "Which of eight masks of a glyph a colour has."},
    {"clear", clear, METH_NOARGS, "Forget all masks."},
    {NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "masks", .m_doc = "Texts and shapes drawn with masks.", .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_masks(void)
{
    row_name = PyUnicode_InternFromString("row");
    if (!row_name || PyType_Ready(&RowType) < 0 || PyType_Ready(&TargetType) < 0)
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
