/**
 * BACKUP. Copies of everything that is kept, made while the server runs or rests, and the way back from them.
 * In: a data folder and a folder for the copy. Out: a copy that was read whole before it got its name, or one sentence.
 */
export { type CopyChannel, isServing, openCopyChannel } from './channel.ts';
export { type Command, type CommandContext, findCommand } from './commands.ts';
