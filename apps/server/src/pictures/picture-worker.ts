/** The program of the thread that draws: apart from the others', which start sooner without a drawing library. */
import { parentPort } from 'node:worker_threads';
import { serveTasks } from '../threads/index.ts';
import { drawPicture } from './draw-picture.ts';
import type { PictureTask } from './picture-task.ts';

// Only the server starts this file, as a thread.
if (parentPort) serveTasks(parentPort, (task: PictureTask) => () => drawPicture(task));
