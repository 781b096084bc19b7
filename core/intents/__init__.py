"""Reading of free text: the intents of people's and models' sentences, for all scenes."""
