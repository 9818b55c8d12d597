"""What a power failure or a kill leaves of the files that a process was writing.

`recording` runs a process and writes down each change it makes to the files of a folder; `replay`
makes the folders that a power failure could have left after any number of them.
"""
