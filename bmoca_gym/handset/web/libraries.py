"""Libraries that many pages bring along, of which a part is done in C here, with the same results.

The library seedrandom (all pages of MiniWoB++ have it) draws each byte in 30 operations of JavaScript, seven bytes a
number. `native/heaps.c` draws from the same state, which stays where it was, so whatever reads it finds the same.
"""

from __future__ import annotations

from typing import Final

#: What the host gives pages to draw by. No page has another property of this name.
_DRAW: Final = 'globalThis[" draw"]'
#: Where the library is known by: its constants, and what begins what is done in C: text and what is put behind it.
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
    """Return a script whose known libraries draw in C; any other script as it is."""
    known = [begin + rest for (begin, _), rest in zip(_PARTS, _REST, strict=True)]
    if any(script.count(one) != 1 for one in (_CONSTANTS, _STATE, *known)):
        return script
    script = script.replace(_STATE, "g=d.S=new Uint8Array(256)")
    for (begin, put), whole in zip(_PARTS, known, strict=True):
        script = script.replace(whole, begin + put + whole.removeprefix(begin))
    return script
