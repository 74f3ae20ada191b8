export async function writeStates() {}
