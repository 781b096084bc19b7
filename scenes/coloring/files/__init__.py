"""Reading and writing problem files: DIMACS `.col`, pyDCOP YAML, and Playbill's own JSON."""
