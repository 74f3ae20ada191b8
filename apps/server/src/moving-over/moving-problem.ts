/** Why one object cannot come, or the whole work cannot be done, in words that follow the object's name or stand alone. */
export class MovingProblem extends Error {
  override name = 'MovingProblem';
}
