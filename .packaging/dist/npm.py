def build(*a): return []
