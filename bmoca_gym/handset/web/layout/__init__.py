"""Style and layout of web pages: from a document and its style sheets to boxes, in device px."""
