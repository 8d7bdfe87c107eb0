/* Heaps of QuickJS that can be kept as they are and gone on from, for `handset/web/heaps.py`.
 *
 * A heap lies in a range of addresses of its own, and so does all that its interpreter knows: QuickJS gets its memory
 * from the functions below. Once a page has loaded, what is there becomes an image that nobody writes to any more. A
 * copy of it is a private mapping of that image: the system copies a page of memory when it is first written to. All
 * copies of one image stand at the same addresses, since what is in them points there. So one of them is in place at a
 * time, and the others lie elsewhere until they are called. */
#define _GNU_SOURCE
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <structmember.h>

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

/* ---- What is called of QuickJS, by addresses that Python has looked up */

typedef struct {
    int64_t content, tag;
} JSValue; /* on a machine of 64 bits */

enum { TAG_STRING = -7, TAG_ROPE = -6, TAG_INT = 0, TAG_BOOL = 1, TAG_NULL = 2, TAG_UNDEFINED = 3, TAG_EXCEPTION = 6,
       TAG_FLOAT = 8 };

static struct {
    JSValue (*JS_Call)(void *, JSValue, JSValue, int, JSValue *);
    JSValue (*JS_NewStringLen)(void *, const char *, size_t);
    const char *(*JS_ToCStringLen2)(void *, size_t *, JSValue, int);
    void (*JS_FreeCString)(void *, const char *);
    void (*JS_FreeValue)(void *, JSValue);
    JSValue (*JS_GetException)(void *);
    JSValue (*JS_GetPropertyStr)(void *, JSValue, const char *);
    JSValue (*JS_ThrowInternalError)(void *, const char *, ...);
    void (*JS_UpdateStackTop)(void *);
    int (*JS_ExecutePendingJob)(void *, void **);
    int (*JS_SetPropertyStr)(void *, JSValue, const char *, JSValue);
    uint8_t *(*JS_GetUint8Array)(void *, size_t *, JSValue);
} js;

static const char *const names[] = {
    "JS_Call", "JS_NewStringLen", "JS_ToCStringLen2", "JS_FreeCString", "JS_FreeValue", "JS_GetException",
    "JS_GetPropertyStr", "JS_ThrowInternalError", "JS_UpdateStackTop", "JS_ExecutePendingJob",
    "JS_SetPropertyStr", "JS_GetUint8Array",
};
enum { NAMES = sizeof names / sizeof *names };

/* ---- Memory: lists of free pieces by their size, and a border above which nothing was used yet. All of it lies at the
 * beginning of the range, so it is part of the image. */

enum { SMALL = 64, CLASSES = SMALL + 4 * 21, PAGE = 4096 };

typedef struct {
    uint64_t top, size;     /* offsets */
    uint64_t free[CLASSES]; /* offset of the first free piece of each class; 0: none */
} Arena;
_Static_assert(sizeof(Arena) <= PAGE, "the lists have a page of memory");

/* In front of each piece: the bytes that may be used of it, and its class. */
typedef struct {
    uint32_t usable, class;
} Piece;

/* Pieces are multiples of 16 bytes, these 8 included, and 32 at least, as those of glibc are. QuickJS counts what may
 * be used, and so comes to its limit as with glibc's functions. */
static uint64_t usable_of(uint64_t wanted)
{
    return wanted <= 24 ? 24 : ((wanted + 23) & ~(uint64_t)15) - 8;
}

/* Return the class of a piece, and in `room` the bytes that it takes. */
static uint32_t class_of(uint64_t usable, uint64_t *room)
{
    uint64_t units = (usable + sizeof(Piece)) / 16;
    if (units <= SMALL) {
        *room = units * 16;
        return (uint32_t)units - 1;
    }
    int shift = 63 - __builtin_clzll(units - 1) - 2; /* four sizes between two powers of two */
    uint64_t steps = (units + ((uint64_t)1 << shift) - 1) >> shift; /* 5 to 8 */
    *room = (steps << shift) * 16;
    return (uint32_t)(SMALL + (shift - 4) * 4 + (int)steps - 5);
}

static void *take(void *base, size_t wanted)
{
    Arena *arena = base;
    if (wanted > arena->size)
        return NULL;
    uint64_t usable = usable_of(wanted), room;
    uint32_t class = class_of(usable, &room);
    Piece *piece;
    if (arena->free[class]) {
        piece = (Piece *)((char *)base + arena->free[class]);
        arena->free[class] = *(uint64_t *)(piece + 1);
    } else {
        if (arena->size - arena->top < room)
            return NULL;
        piece = (Piece *)((char *)base + arena->top);
        arena->top += room;
        piece->class = class;
    }
    piece->usable = (uint32_t)usable;
    return piece + 1;
}

static void give(void *base, void *given)
{
    if (!given)
        return;
    Arena *arena = base;
    Piece *piece = (Piece *)given - 1;
    *(uint64_t *)given = arena->free[piece->class];
    arena->free[piece->class] = (uint64_t)((char *)piece - (char *)base);
}

static size_t usable_size(const void *given)
{
    return given ? ((const Piece *)given - 1)->usable : 0;
}

static void *take_zeros(void *base, size_t count, size_t size)
{
    size_t whole;
    if (__builtin_mul_overflow(count, size, &whole))
        return NULL;
    void *taken = take(base, whole);
    return taken ? memset(taken, 0, whole) : NULL;
}

static void *take_again(void *base, void *given, size_t wanted)
{
    if (!given)
        return take(base, wanted);
    if (!wanted) {
        give(base, given);
        return NULL;
    }
    const Arena *arena = base;
    Piece *piece = (Piece *)given - 1;
    uint64_t usable = usable_of(wanted), room;
    if (wanted <= arena->size && class_of(usable, &room) == piece->class) {
        piece->usable = (uint32_t)usable;
        return given;
    }
    void *taken = take(base, wanted);
    if (!taken)
        return NULL;
    memcpy(taken, given, piece->usable < wanted ? piece->usable : wanted);
    give(base, given);
    return taken;
}

/* `JSMallocFunctions` */
static const struct {
    void *(*take_zeros)(void *, size_t, size_t);
    void *(*take)(void *, size_t);
    void (*give)(void *, void *);
    void *(*take_again)(void *, void *, size_t);
    size_t (*usable_size)(const void *);
} functions = {take_zeros, take, give, take_again, usable_size};

/* ---- Ranges of addresses, and heaps in them */

typedef struct HeapObject Heap;

typedef struct {
    char *base;
    size_t size;
    int image;     /* the file in memory that the image is */
    size_t extent; /* how much of the range it takes; 0: none is kept yet. A copy has memory of its own behind it. */
    char *source;  /* the image, to be read */
    Heap *here;    /* the heap that is in place; NULL: none */
    int dead;      /* whether a heap is in place that nobody needs any more */
    char *spare;   /* where another one lies; NULL: nowhere */
    Py_ssize_t heaps;
} Range;

struct HeapObject {
    PyObject_HEAD
    Range *range;
    char *elsewhere;     /* where it lies while another one is in place; NULL: in place */
    void *runtime, *context;
    JSValue entrance;
    PyObject *ask;       /* what scripts call; NULL: nothing yet */
    long long left;      /* how often the interpreter may still ask whether to go on */
    char stopped;        /* whether it was told not to */
    int drawn;           /* steps that `draw` has saved and that are not counted yet */
    char worked;         /* whether the last call left promises something to do */
    char running;
};

static _Thread_local Heap *current; /* whose script runs */

static void leave(Range *range)
{
    if (--range->heaps)
        return;
    munmap(range->base, range->size);
    if (range->source)
        munmap(range->source, range->extent);
    if (range->spare)
        munmap(range->spare, range->size);
    close(range->image);
    PyMem_RawFree(range);
}

static int failed(const char *what)
{
    PyErr_Format(PyExc_OSError, "%s: %s", what, strerror(errno));
    return -1;
}

/* Put a fresh copy of the image in place. */
static int map(Range *range)
{
    int access = PROT_READ | PROT_WRITE, how = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE;
    char *behind = range->base + range->extent;
    if (mmap(range->base, range->extent, access, how, range->image, 0) == MAP_FAILED
        || mmap(behind, range->size - range->extent, access, how | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        return failed("mmap");
    return 0;
}

/* Move a heap: the copy of the image, and what is behind it. */
static int move(Range *range, char *from, char *to, int how)
{
    size_t extent = range->extent, rest = range->size - extent;
    how |= MREMAP_MAYMOVE | MREMAP_FIXED;
    if (mremap(from, extent, extent, how, to) == MAP_FAILED
        || mremap(from + extent, rest, rest, how, to + extent) == MAP_FAILED)
        return failed("mremap");
    return 0;
}

/* Make a heap that nobody needs, and that is in place, a fresh copy of the image. That takes less time than a new
 * mapping, whose pages the system copies one by one: only pages that were written to have memory of their own, and
 * they are told from those of the image by what the system says of them. Returns 0 if it says nothing. */
static int renew(Range *range)
{
    enum { PART = 512, KEPT = 1 << 20 };
    const uint64_t present = (uint64_t)1 << 63, swapped = (uint64_t)1 << 62, of_file = (uint64_t)1 << 61;
    uint64_t told[PART];
    int map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC); /* anew: a process that was forked has its own */
    if (map < 0)
        return 0;
    size_t pages = range->extent / PAGE, done = 0;
    while (done < pages) {
        size_t count = pages - done < PART ? pages - done : PART;
        off_t at = (off_t)(((uintptr_t)range->base / PAGE + done) * sizeof *told);
        if (pread(map, told, count * sizeof *told, at) != (ssize_t)(count * sizeof *told))
            break;
        for (size_t i = 0; i < count; i++)
            if ((told[i] & (present | swapped)) && !(told[i] & of_file))
                memcpy(range->base + (done + i) * PAGE, range->source + (done + i) * PAGE, PAGE);
        done += count;
    }
    close(map);
    if (range->size - range->extent > KEPT)
        madvise(range->base + range->extent + KEPT, range->size - range->extent - KEPT, MADV_DONTNEED);
    return done == pages;
}

/* Move the heap that is in place elsewhere. Its addresses stay taken. */
static int park(Range *range)
{
    Heap *heap = range->here;
    if (!heap && !(range->dead && !range->spare)) {
        range->dead = 0; /* and is lost */
        return 0;
    }
    if (heap && heap->running) {
        PyErr_SetString(PyExc_RuntimeError, "a script of another copy of this heap is running");
        return -1;
    }
    char *to = mmap(NULL, range->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (to == MAP_FAILED)
        return failed("mmap");
    if (move(range, range->base, to, MREMAP_DONTUNMAP) < 0)
        return -1;
    if (heap)
        heap->elsewhere = to;
    else
        range->spare = to;
    range->here = NULL;
    range->dead = 0;
    return 0;
}

static int place(Heap *heap)
{
    Range *range = heap->range;
    if (range->here == heap)
        return 0;
    if (park(range) < 0)
        return -1;
    if (!heap->elsewhere) {
        PyErr_SetString(PyExc_RuntimeError, "an image is only copied");
        return -1;
    }
    if (move(range, heap->elsewhere, range->base, 0) < 0)
        return -1;
    heap->elsewhere = NULL;
    range->here = heap;
    return 0;
}

/* Return another object for a range: a heap in place once the range says so, else the image. */
static Heap *new_heap(PyTypeObject *type, Range *range, const Heap *like)
{
    Heap *heap = (Heap *)type->tp_alloc(type, 0);
    if (!heap)
        return NULL;
    heap->range = range;
    range->heaps++;
    if (like) {
        heap->runtime = like->runtime;
        heap->context = like->context;
        heap->entrance = like->entrance;
    }
    return heap;
}

static PyObject *heap_new(PyTypeObject *type, PyObject *args, PyObject *options)
{
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "n", &size))
        return NULL;
    if (size < 2 * PAGE || size > (Py_ssize_t)1 << 30)
        return PyErr_Format(PyExc_ValueError, "a heap has 8 kB to 1 GB");
    Range *range = PyMem_RawCalloc(1, sizeof(Range));
    if (!range)
        return PyErr_NoMemory();
    range->size = (size_t)size;
    range->image = (int)syscall(SYS_memfd_create, "heap", 1u /* MFD_CLOEXEC */);
    if (range->image < 0 || ftruncate(range->image, size) < 0) {
        failed("memfd_create");
        if (range->image >= 0)
            close(range->image);
        PyMem_RawFree(range);
        return NULL;
    }
    range->base = mmap(NULL, range->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, range->image, 0);
    if (range->base == MAP_FAILED) {
        failed("mmap");
        close(range->image);
        PyMem_RawFree(range);
        return NULL;
    }
    Arena *arena = (Arena *)range->base;
    arena->size = range->size;
    arena->top = PAGE + sizeof(Piece); /* what is given is a multiple of 16 */
    Heap *heap = new_heap(type, range, NULL);
    if (!heap) {
        range->heaps = 1;
        leave(range);
        return NULL;
    }
    range->here = heap;
    return (PyObject *)heap;
}

static void heap_dealloc(Heap *heap)
{
    Range *range = heap->range;
    PyTypeObject *type = Py_TYPE(heap);
    if (range) {
        int useful = range->extent && !range->spare && !range->dead;
        if (heap->elsewhere && useful)
            range->spare = heap->elsewhere;
        else if (heap->elsewhere)
            munmap(heap->elsewhere, range->size);
        else if (range->here == heap) {
            range->here = NULL;
            range->dead = useful;
            if (range->extent && !useful)
                /* Give the pages back; addresses stay taken. */
                mmap(range->base, range->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
        }
        leave(range);
    }
    Py_CLEAR(heap->ask);
    type->tp_free(heap);
}

/* End the image: give back what is free in it, and let copies begin behind it, where pieces lie close together. */
static void sweep(Range *range)
{
    Arena *arena = (Arena *)range->base;
    for (int class = SMALL; class < CLASSES; class++)
        for (uint64_t at = arena->free[class]; at; at = *(uint64_t *)(range->base + at + sizeof(Piece))) {
            int shift = (class - SMALL) / 4 + 4;
            uint64_t room = ((uint64_t)((class - SMALL) % 4 + 5) << shift) * 16;
            uint64_t from = (at + 2 * sizeof(Piece) + PAGE - 1) & ~(uint64_t)(PAGE - 1);
            uint64_t to = (at + room) & ~(uint64_t)(PAGE - 1);
            if (from < to)
                madvise(range->base + from, to - from, MADV_REMOVE);
        }
    memset(arena->free, 0, sizeof arena->free);
    range->extent = (arena->top + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    arena->top = range->extent + sizeof(Piece);
}

static PyObject *heap_keep(Heap *heap, PyObject *nothing)
{
    Range *range = heap->range;
    if (range->extent || heap->running) {
        PyErr_SetString(PyExc_RuntimeError, "an image is kept once, while no script runs");
        return NULL;
    }
    Heap *image = new_heap(Py_TYPE(heap), range, heap);
    if (!image)
        return NULL;
    sweep(range);
    range->source = mmap(NULL, range->extent, PROT_READ, MAP_SHARED, range->image, 0);
    if (range->source == MAP_FAILED) {
        range->source = NULL;
        failed("mmap");
        Py_CLEAR(image);
    } else if (map(range) < 0)
        Py_CLEAR(image);
    return (PyObject *)image;
}

static PyObject *heap_copy(Heap *heap, PyObject *nothing)
{
    Range *range = heap->range;
    if (!range->extent) {
        PyErr_SetString(PyExc_RuntimeError, "no image has been kept");
        return NULL;
    }
    int renewed = 0;
    if (range->here || !range->dead) {
        if (park(range) < 0)
            return NULL;
        range->dead = range->spare && move(range, range->spare, range->base, 0) == 0;
        if (range->dead)
            range->spare = NULL;
        PyErr_Clear();
    }
    if (range->dead)
        renewed = renew(range);
    range->dead = 0;
    if (!renewed && map(range) < 0)
        return NULL;
    range->here = new_heap(Py_TYPE(heap), range, heap);
    return (PyObject *)range->here;
}

/* ---- Values on their way */

static PyObject *text_of(void *context, JSValue value)
{
    size_t size;
    const char *text = js.JS_ToCStringLen2(context, &size, value, 0);
    if (!text) {
        js.JS_FreeValue(context, js.JS_GetException(context));
        return PyErr_Format(PyExc_RuntimeError, "out of memory");
    }
    PyObject *made = PyUnicode_DecodeUTF8(text, (Py_ssize_t)size, "replace");
    js.JS_FreeCString(context, text);
    return made;
}

/* Return a value for Python. It still belongs to the caller. */
static PyObject *to_python(void *context, JSValue value)
{
    switch (value.tag) {
    case TAG_INT:
        return PyLong_FromLong((int32_t)value.content);
    case TAG_BOOL:
        return PyBool_FromLong((int32_t)value.content);
    case TAG_NULL:
    case TAG_UNDEFINED:
        Py_RETURN_NONE;
    case TAG_FLOAT: {
        double number;
        memcpy(&number, &value.content, sizeof number);
        return PyFloat_FromDouble(number);
    }
    case TAG_STRING:
    case TAG_ROPE:
        return text_of(context, value);
    default:
        return PyErr_Format(PyExc_TypeError, "a value of the kind %lld can't leave a page", (long long)value.tag);
    }
}

/* Make a value of Python's for JavaScript. Returns 0, or -1 with Python's error. */
static int to_script(void *context, PyObject *given, JSValue *made)
{
    if (given == Py_None)
        *made = (JSValue){0, TAG_NULL};
    else if (PyBool_Check(given))
        *made = (JSValue){given == Py_True, TAG_BOOL};
    else if (PyUnicode_Check(given)) {
        Py_ssize_t size;
        const char *text = PyUnicode_AsUTF8AndSize(given, &size);
        if (!text)
            return -1;
        *made = js.JS_NewStringLen(context, text, (size_t)size);
    } else {
        double number = PyFloat_AsDouble(given);
        if (number == -1.0 && PyErr_Occurred())
            return -1;
        if (PyLong_Check(given) && number >= INT32_MIN && number <= INT32_MAX)
            *made = (JSValue){(uint32_t)(int32_t)number, TAG_INT};
        else {
            made->tag = TAG_FLOAT;
            memcpy(&made->content, &number, sizeof number);
        }
    }
    return 0;
}

/* What scripts call as a function: Python's answer. It keeps nothing of Python's in the heap. */
static JSValue asked(void *context, JSValue this, int count, JSValue *given, int magic, JSValue *data)
{
    JSValue answer = {0, TAG_EXCEPTION};
    Heap *heap = current;
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *arguments = PyTuple_New(count), *said = NULL;
    for (int i = 0; arguments && i < count; i++) {
        PyObject *one = to_python(context, given[i]);
        if (!one)
            Py_CLEAR(arguments);
        else
            PyTuple_SET_ITEM(arguments, i, one);
    }
    if (arguments && heap && heap->ask)
        said = PyObject_Call(heap->ask, arguments, NULL);
    Py_XDECREF(arguments);
    if (!said || to_script(context, said, &answer) < 0) {
        PyErr_Clear(); /* who is asked has noted what it raised */
        answer = js.JS_ThrowInternalError(context, "Python call failed.");
    }
    Py_XDECREF(said);
    PyGILState_Release(state);
    return answer;
}

/* Set in `number` what an object says under a name, if that is an index of 256. Returns 0, or -1. */
static int index_of(void *context, JSValue object, const char *name, uint8_t *number)
{
    JSValue said = js.JS_GetPropertyStr(context, object, name);
    if (said.tag != TAG_INT || (int32_t)said.content < 0 || (int32_t)said.content > 255) {
        js.JS_FreeValue(context, said);
        return -1;
    }
    *number = (uint8_t)said.content;
    return 0;
}

/* Draw from the generator of the library seedrandom (RC4): `draw(state, count)`. The state has `S`, an Uint8Array of
 * 256, and the indices `i` and `j`. Returns as many bytes as one number, the first one highest; for a count of 0 what the
 * library's `random` returns: 52 bits or more, from 0 to 1. */
static JSValue draw(void *context, JSValue this, int given, JSValue *arguments, int magic, JSValue *data)
{
    enum { MOST = 1000000, STEPS_A_BYTE = 2, STEPS = 10000 };
    const JSValue failed = {0, TAG_EXCEPTION};
    uint8_t i, j, *state;
    size_t size = 0;
    if (given < 2 || arguments[1].tag != TAG_INT || (int32_t)arguments[1].content < 0
        || (int32_t)arguments[1].content > MOST)
        return js.JS_ThrowInternalError(context, "draw() needs a state and a count.");
    int32_t count = (int32_t)arguments[1].content;
    if (index_of(context, arguments[0], "i", &i) < 0 || index_of(context, arguments[0], "j", &j) < 0)
        return js.JS_ThrowInternalError(context, "A state has two indices.");
    JSValue array = js.JS_GetPropertyStr(context, arguments[0], "S");
    state = array.tag == TAG_EXCEPTION ? NULL : js.JS_GetUint8Array(context, &size, array);
    if (!state || size != 256) {
        js.JS_FreeValue(context, array);
        return state ? js.JS_ThrowInternalError(context, "A state has 256 bytes.") : failed;
    }
    int drawn = 0;
    double high = 0, low = 0, range = 281474976710656.0; /* 256 ** 6 */
    const double least = 4503599627370496.0;             /* 2 ** 52 */
    while (drawn < (count ? count : 6)) {
        uint8_t one = state[++i];
        j += one;
        uint8_t other = state[i] = state[j];
        state[j] = one;
        high = high * 256 + state[(uint8_t)(one + other)];
        drawn++;
    }
    if (!count) {
        while (high < least) {
            high = (high + low) * 256;
            range *= 256;
            uint8_t one = state[++i];
            j += one;
            uint8_t other = state[i] = state[j];
            state[j] = one;
            low = state[(uint8_t)(one + other)];
            drawn++;
        }
        while (high >= 2 * least) {
            high /= 2;
            range /= 2;
            low = (double)((uint32_t)low >> 1);
        }
        high = (high + low) / range;
    }
    js.JS_FreeValue(context, array); /* the state has it */
    if (js.JS_SetPropertyStr(context, arguments[0], "i", (JSValue){i, TAG_INT}) < 0
        || js.JS_SetPropertyStr(context, arguments[0], "j", (JSValue){j, TAG_INT}) < 0)
        return failed;
    Heap *heap = current; /* the library would have taken as many steps */
    if (heap && (heap->drawn += 1 + STEPS_A_BYTE * drawn) >= STEPS) {
        heap->left -= heap->drawn / STEPS;
        heap->drawn %= STEPS;
    }
    JSValue made = {0, TAG_FLOAT};
    memcpy(&made.content, &high, sizeof high);
    return made;
}

/* What the interpreter asks after every 10,000 steps. */
static int interrupted(void *runtime, void *nothing)
{
    Heap *heap = current;
    if (!heap || --heap->left >= 0)
        return 0;
    heap->stopped = 1;
    return 1;
}

/* Raise the exception that a script has left. */
static PyObject *raise(void *context)
{
    JSValue thrown = js.JS_GetException(context);
    PyObject *message = text_of(context, thrown), *stack = NULL;
    if (message && thrown.tag != TAG_NULL && thrown.tag != TAG_UNDEFINED) {
        JSValue found = js.JS_GetPropertyStr(context, thrown, "stack");
        if (found.tag != TAG_EXCEPTION) {
            stack = text_of(context, found);
            js.JS_FreeValue(context, found);
        } else
            js.JS_FreeValue(context, js.JS_GetException(context));
    }
    js.JS_FreeValue(context, thrown);
    if (message && !(stack || !PyErr_Occurred()))
        PyErr_Clear();
    if (message)
        PyErr_Format(PyExc_RuntimeError, "%U\n%V", message, stack, "");
    Py_XDECREF(message);
    Py_XDECREF(stack);
    return NULL;
}

/* ---- Calls */

static Heap *begin(Heap *heap)
{
    if (heap->running) {
        PyErr_SetString(PyExc_RuntimeError, "a script of this heap is running");
        return NULL;
    }
    if (place(heap) < 0)
        return NULL;
    heap->running = 1;
    Py_INCREF(heap);
    return heap;
}

static PyObject *end(Heap *heap, Heap *before, PyObject *result)
{
    current = before;
    heap->running = 0;
    Py_DECREF(heap);
    return result;
}

/* Call the entrance with two texts, and do what promises have left, `jobs` at most. Returns the answer. */
static PyObject *heap_call(Heap *heap, PyObject *const *args, Py_ssize_t count)
{
    if (count != 3)
        return PyErr_Format(PyExc_TypeError, "call(name, arguments, jobs)");
    long jobs = PyLong_AsLong(args[2]);
    if (jobs == -1 && PyErr_Occurred())
        return NULL;
    Heap *before = current;
    if (!begin(heap))
        return NULL;
    current = heap;
    void *context = heap->context;
    js.JS_UpdateStackTop(heap->runtime);
    JSValue given[2];
    for (int i = 0; i < 2; i++)
        if (to_script(context, args[i], given + i) < 0) {
            if (i)
                js.JS_FreeValue(context, given[0]);
            return end(heap, before, NULL);
        }
    PyThreadState *state = PyEval_SaveThread();
    heap->worked = 0;
    heap->drawn = 0; /* so that a copy counts as the page does that it was made of */
    JSValue answer = js.JS_Call(context, heap->entrance, (JSValue){0, TAG_NULL}, 2, given);
    js.JS_FreeValue(context, given[0]);
    js.JS_FreeValue(context, given[1]);
    int left = 1;
    void *where = context;
    if (answer.tag != TAG_EXCEPTION)
        while (jobs > 0 && (left = js.JS_ExecutePendingJob(heap->runtime, &where)) > 0) {
            jobs--;
            heap->worked = 1;
        }
    PyEval_RestoreThread(state);
    PyObject *result;
    if (answer.tag == TAG_EXCEPTION)
        result = raise(context);
    else {
        result = left < 0 ? raise(where) : left > 0 ? Py_NewRef(Py_NotImplemented) : to_python(context, answer);
        js.JS_FreeValue(context, answer);
    }
    return end(heap, before, result);
}

/* Call a function of Python's, which calls QuickJS itself, with this heap in place. */
static PyObject *heap_enter(Heap *heap, PyObject *const *args, Py_ssize_t count)
{
    Heap *before = current;
    if (count < 1)
        return PyErr_Format(PyExc_TypeError, "enter(function, *arguments)");
    if (!begin(heap))
        return NULL;
    current = heap;
    return end(heap, before, PyObject_Vectorcall(args[0], args + 1, (size_t)(count - 1), NULL));
}

/* Note the interpreter that lives in the heap: its runtime, its context, and the function that `call` calls. */
static PyObject *heap_know(Heap *heap, PyObject *args)
{
    unsigned long long runtime, context;
    long long content, tag;
    if (!PyArg_ParseTuple(args, "KKLL", &runtime, &context, &content, &tag))
        return NULL;
    heap->runtime = (void *)(uintptr_t)runtime;
    heap->context = (void *)(uintptr_t)context;
    heap->entrance = (JSValue){content, tag};
    Py_RETURN_NONE;
}

static PyObject *heap_base(Heap *heap, void *nothing)
{
    return PyLong_FromVoidPtr(heap->range->base);
}

/* Bytes from the beginning that were ever used. */
static PyObject *heap_extent(Heap *heap, void *nothing)
{
    char *at = heap->elsewhere ? heap->elsewhere : heap->range->base;
    return PyLong_FromUnsignedLongLong(((Arena *)at)->top);
}

static PyMethodDef heap_methods[] = {
    {"keep", (PyCFunction)heap_keep, METH_NOARGS, "Make what is in the heap the image of all copies, and return that. The heap is the first copy."},
    {"copy", (PyCFunction)heap_copy, METH_NOARGS, "Return a heap that begins as the image."},
    {"call", (PyCFunction)(void (*)(void))heap_call, METH_FASTCALL, "Call the entrance with two texts."},
    {"enter", (PyCFunction)(void (*)(void))heap_enter, METH_FASTCALL, "Call a function with this heap in place."},
    {"know", (PyCFunction)heap_know, METH_VARARGS, "Note runtime, context, and the entrance's content and tag."},
    {0},
};

static PyMemberDef heap_members[] = {
    {"ask", T_OBJECT, offsetof(Heap, ask), 0, "What scripts call."},
    {"left", T_LONGLONG, offsetof(Heap, left), 0, "How often the interpreter may ask on."},
    {"stopped", T_BOOL, offsetof(Heap, stopped), 0, "Whether it was stopped."},
    {"worked", T_BOOL, offsetof(Heap, worked), 0, "Whether the last call left promises something to do."},
    {0},
};

static PyGetSetDef heap_getters[] = {
    {"base", (getter)heap_base, NULL, "Its first address, which its memory functions get as their first argument.", NULL},
    {"extent", (getter)heap_extent, NULL, "Bytes that were ever used.", NULL},
    {0},
};

static PyTypeObject HeapType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "bmoca_gym.handset.native.heaps.Heap", .tp_basicsize = sizeof(Heap),
    .tp_flags = Py_TPFLAGS_DEFAULT, .tp_doc = "A heap in a range of so many bytes.",
    .tp_new = heap_new, .tp_dealloc = (destructor)heap_dealloc,
    .tp_methods = heap_methods, .tp_members = heap_members, .tp_getset = heap_getters,
};

/* Take the addresses of QuickJS's functions, by their names. */
static PyObject *bind(PyObject *self, PyObject *addresses)
{
    void *found[NAMES];
    for (int i = 0; i < NAMES; i++) {
        PyObject *one = PyMapping_GetItemString(addresses, names[i]);
        if (!one)
            return NULL;
        found[i] = PyLong_AsVoidPtr(one);
        Py_DECREF(one);
        if (PyErr_Occurred())
            return NULL;
    }
    memcpy(&js, found, sizeof found);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"bind", bind, METH_O, "Take the addresses of QuickJS's functions, by their names."},
    {0},
};

static int offer(PyObject *module)
{
    PyObject *known = PyTuple_New(NAMES);
    for (int i = 0; known && i < NAMES; i++)
        PyTuple_SET_ITEM(known, i, PyUnicode_FromString(names[i]));
    if (!known || PyModule_AddObject(module, "NAMES", known) < 0)
        return -1;
    if (PyModule_AddObject(module, "FUNCTIONS", PyLong_FromVoidPtr((void *)&functions)) < 0
        || PyModule_AddObject(module, "ASKED", PyLong_FromVoidPtr((void *)asked)) < 0
        || PyModule_AddObject(module, "INTERRUPTED", PyLong_FromVoidPtr((void *)interrupted)) < 0
        || PyModule_AddObject(module, "DRAW", PyLong_FromVoidPtr((void *)draw)) < 0)
        return -1;
    return PyModule_AddType(module, &HeapType);
}
#else
static PyMethodDef methods[] = {{0}};
static int offer(PyObject *module) { return 0; } /* Heaps are copied on Linux only. */
#endif

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "bmoca_gym.handset.native.heaps",
    .m_doc = "Heaps of QuickJS that can be kept and gone on from.", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC PyInit_heaps(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && offer(module) < 0)
        Py_CLEAR(module);
    return module;
}
