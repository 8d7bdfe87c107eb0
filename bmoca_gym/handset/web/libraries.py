"""Libraries that many pages include and that run partly in C here, with the same results.

The seedrandom library, which every MiniWoB++ page includes, takes 30 JavaScript operations for each byte and seven
bytes for a number. `native/heaps.c` draws from the same state in place, so whatever reads that state sees no
difference.
"""

from __future__ import annotations

from typing import Final

#: The host's function that pages draw with. No page has another property of this name.
_DRAW: Final = 'globalThis[" draw"]'
#: How the library is recognised: by its constants. Then the text before the part done in C, and what is put after it.
_CONSTANTS: Final = 'l=256,m=6,n=52,o="random",p=b.pow(l,m),q=b.pow(2,n),r=2*q,s=l-1'
_PARTS: Final = (
    ("u=function(){", f"if(t.S.BYTES_PER_ELEMENT)return {_DRAW}(t,0);"),
    ("(d.g=function(a){", f"if(d.S.BYTES_PER_ELEMENT&&a>0&&a<1e6)return {_DRAW}(d,a);"),
)
_STATE: Final = "g=d.S=[]"
_REST: Final = (
    "for(var a=t.g(m),b=p,c=0;a<q;)a=(a+c)*l,b*=l,c=t.g(1);for(;a>=r;)a/=2,b/=2,c>>>=1;return(a+c)/b}",
    "for(var b,c=0,e=d.i,f=d.j,g=d.S;a--;)b=g[e=s&e+1],c=c*l+g[s&(g[e]=g[f=s&f+b])+(g[f]=b)];return d.i=e,d.j=f,c})(l)",
)


def hastened(script: str) -> str:
    """Return a script with its known libraries drawing in C; any other script unchanged."""
    known = [begin + rest for (begin, _), rest in zip(_PARTS, _REST, strict=True)]
    if any(script.count(one) != 1 for one in (_CONSTANTS, _STATE, *known)):
        return script
    script = script.replace(_STATE, "g=d.S=new Uint8Array(256)")
    for (begin, put), whole in zip(_PARTS, known, strict=True):
        script = script.replace(whole, begin + put + whole.removeprefix(begin))
    return script
