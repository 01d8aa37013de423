"""The theme: colours as CSS custom properties, and classes that use them.

A picture carries this style, so that it can stand alone. A page may restyle it: by the class `light` on the
picture or on anything around it, or by setting the properties itself.Elements have classes and no `style`
attributes, so a page that forbids inline styles can serve `STYLE` as a file.

Gold (`--sm-gold`; darker for text on a light ground) means "legal for me now"; nothing else is gold.
"""

from __future__ import annotations

__all__ = ["SANS", "SERIF", "STYLE"]

SERIF = (
    "'EB Garamond','Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,'DejaVu Serif',serif"
)
SANS = "Lato,'Source Sans 3','Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif"

STYLE = f"""
.stramash{{--sm-ground:#27313f;--sm-weave-1:#2a3443;--sm-weave-2:#242d3a;--sm-well:#1b232d;\
--sm-text:#f3efe6;--sm-quiet:#b9c1cc;--sm-gold:#f2c14e;--sm-gold-text:#f2c14e;\
--sm-taken:#8fd0ff;--sm-paper:#fcf8ee;--sm-edge:#cfc4ab;\
--sm-ink:#2a2f38;--sm-mark:#fff;--sm-slot:#46546a;--sm-shadow:#0d1218;\
--sm-contour:#2f3d4c;--sm-moor:#4a3f63;--sm-rim:#fcf8ee;--sm-veil:.42;\
--sm-settled:saturate(.22) brightness(.72);\
font-family:{SANS};font-variant-numeric:lining-nums}}
.stramash.light,.light .stramash{{--sm-ground:#ece4d6;--sm-weave-1:#ebe2d3;--sm-weave-2:#eee7da;\
--sm-well:#fcf7ec;--sm-text:#2b2433;--sm-quiet:#564a60;--sm-gold:#946000;--sm-gold-text:#774d00;\
--sm-taken:#1f62b5;--sm-edge:#a8987f;--sm-mark:#3f2a63;\
--sm-slot:#9d8cab;--sm-shadow:#8d8070;\
--sm-contour:#d9cbb9;--sm-moor:#cdb9d3;--sm-rim:#ffc83d;--sm-veil:.28;\
--sm-settled:saturate(.2) contrast(.6) brightness(1.14)}}
.stramash text{{fill:var(--sm-text)}}
.stramash .title,.stramash .numeral,.stramash .name{{font-family:{SERIF}}}
.stramash .numeral{{font-weight:600}}
.stramash .middle{{text-anchor:middle}}
.stramash .end{{text-anchor:end}}
.stramash .quiet{{fill:var(--sm-quiet)}}
.stramash .ink{{fill:var(--sm-ink)}}
.stramash .own{{fill:currentColor}}
.stramash .ground{{fill:var(--sm-ground)}}
.stramash .weave-1{{fill:var(--sm-weave-1)}}
.stramash .weave-2{{fill:var(--sm-weave-2)}}
.stramash .well{{fill:var(--sm-well)}}
.stramash .paper{{fill:var(--sm-paper)}}
.stramash .edge{{stroke:var(--sm-edge);stroke-width:1}}
.stramash .veil{{fill:var(--sm-well);fill-opacity:var(--sm-veil)}}
.stramash .slot{{fill:none;stroke:var(--sm-slot);stroke-dasharray:4 4}}
.stramash .edge.stone{{stroke:#3d444d}}
.stramash .shadow{{fill:var(--sm-shadow);opacity:.35}}
.stramash .halo{{fill:var(--sm-mark);fill-opacity:.3;stroke:var(--sm-mark);stroke-width:2}}
.stramash .prompt{{font-weight:600}}
.stramash .prompt.mine{{fill:var(--sm-gold-text)}}
.stramash .button .edge{{fill:var(--sm-well)}}
.stramash .legal{{cursor:pointer}}
.stramash .legal:not(.later)>.edge,\
.stramash .legal:not(.later)>.rock>.edge{{stroke:var(--sm-gold);stroke-width:3}}
.stramash .legal:not(.later)>.rim{{stroke:var(--sm-rim);stroke-width:1.5}}
.stramash .taken>.edge,.stramash .taken>.rock>.edge{{stroke:var(--sm-taken);stroke-width:3}}
.stramash .settled{{filter:var(--sm-settled)}}
""".strip()
