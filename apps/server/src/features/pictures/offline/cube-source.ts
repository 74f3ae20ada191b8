import { type ChartDataRequest, columnLabel } from '@powerset/contract';
import type { CubeDimension, PackedCube } from '../../../answers/index.ts';
import { othersTurn } from '../../../turns/index.ts';
import type { CubeSource } from './dimension-sets.ts';
import type { FileGiven, Sizes } from './given.ts';
import { problemOf } from './problems.ts';
import { expectedGroups } from './sizes.ts';

/** Of one cube. More would be the rows of the table themselves. */
const mostRows = 20_000;

interface Asked {
  readonly request: ChartDataRequest;
  /** Rows of the first answer. */
  readonly ownRows: number;
  readonly sizes: Sizes;
}

/** Asks for cubes of a request, as long as the file has room for them and time is left. */
export function cubeSource({ drawing, room }: FileGiven, { request, ownRows, sizes }: Asked): CubeSource {
  const { user, signal, answers, urlParams, services } = drawing;
  const [first] = request.queries;
  const own = new Set(
    (first?.columns ?? []).map((column) => (typeof column === 'string' ? column : column.sqlExpression)),
  );
  const labels = new Set((first?.columns ?? []).map(columnLabel));
  const factorOf = (dimension: CubeDimension) => {
    const values = sizes.valuesOf(dimension);
    const isOwn = own.has(dimension.column) || labels.has(dimension.column);
    if (!isOwn) return values;
    // Days are more than the steps that the chart shows; its values are the same.
    return dimension.kind === 'day' ? Math.max(1, values / Math.max(1, ownRows)) : 1;
  };
  return {
    mostRows,
    estimate: (dimensions) => {
      const possible = dimensions.reduce((product, one) => product * factorOf(one), Math.max(1, ownRows));
      return expectedGroups(possible, sizes.rows);
    },
    tryOne: async (dimensions) => {
      signal.throwIfAborted();
      if (room.cells <= 0 || services.now().getTime() > room.untilMs) return null;
      const question = { user, signal, request, ...(urlParams ? { urlParams } : {}) };
      const cubes = await answers.cube(question, { dimensions, maxRows: mostRows }).catch((error: unknown) => {
        // What cannot be asked in this way cannot be followed; the chart's own answer says what is wrong with it.
        signal.throwIfAborted();
        problemOf(error);
        return null;
      });
      await othersTurn();
      if (cubes !== null && cubes !== 'large') room.cells -= cubes.reduce((sum, one) => sum + cellsOf(one), 0);
      return cubes;
    },
  };
}

const cellsOf = ({ table }: PackedCube) => table.rowCount * table.columns.length;
