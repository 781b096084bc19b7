"""Problems from files, and files from problems: DIMACS `.col`, pyDCOP YAML, and JSON of our own."""
