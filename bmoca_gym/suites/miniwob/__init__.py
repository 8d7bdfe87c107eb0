"""MobileMiniWoB++: the 92 tasks of MiniWoB++ that AndroidWorld plays in a web view on the phone."""
