def sentences(r): return []
