"""The base of social scenes, with SocialSim4's agent (spec 003): thoughts, a plan and one action per reply."""
