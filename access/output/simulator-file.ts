/** The first line of the file of `simulate --write-env`, by which commands and policies recognise it: its keys are of no service. */
export const simulatorFileHeader = "# Written by resourceshare simulate.";
