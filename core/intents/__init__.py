"""Reading of free text: what people and models mean by a sentence, shared by all scenes."""
