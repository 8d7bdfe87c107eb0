/* Included before all else in the C that mypyc writes, see setup.py.

   Where deallocations nest deeply, Python's trashcan keeps an object for later in the collector's header before it.
   Objects of acyclic classes have no such header. mypyc 2.4.1 has them take part all the same, which would write over
   what lies before them: here only what the collector knows takes part. */

#include <Python.h>
#include <CPy.h>

#undef CPy_TRASHCAN_BEGIN
#define CPy_TRASHCAN_BEGIN(op, dealloc) \
    Py_TRASHCAN_BEGIN(op, (PyType_IS_GC(Py_TYPE(op)) ? (destructor)(dealloc) : NULL))
