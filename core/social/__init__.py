"""SocialSim4's agent (spec 003): thoughts, a plan and one action a reply; what all social scenes share."""
