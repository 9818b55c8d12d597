from hypothesis import settings

# A deadline is a timing assert: it fails on a busy machine, not on a bug.
settings.register_profile("dagwright", deadline=None)
settings.load_profile("dagwright")
