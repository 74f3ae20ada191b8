/** What is wrong with a task in the eyes of its author: the message is meant for them. */
export class TaskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaskError';
  }
}
