"""A council: a chair, members with interests of their own, an agenda of motions, and votes."""
