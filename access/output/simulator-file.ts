/** The first line of the file of `simulate --write-env`, by which commands and policies recognise it: its keys belong to no real account. */
export const simulatorFileHeader = "# Written by resourceshare simulate.";
