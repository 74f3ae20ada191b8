import { labelOfCell } from '@powerset/chart-kit';
import type { CellValue, ResultColumn } from '@powerset/contract';
import { boxOf, type LngLat, shapePolygons } from '../shared/map-shapes.ts';
import { readShapes, type Shapes } from '../shared/maps/geojson.ts';
import type { PlaceFaults } from '../shared/maps/places.ts';

export interface ShapePlace {
  /** The same for rows of one place. */
  readonly id: string;
  readonly at: LngLat;
  readonly name: string;
  readonly key: CellValue;
}

type Fault = 'empty' | 'unreadable' | 'outside';

/** More shapes, and more text of them, would hold up the page while they are read. */
const mostShapes = 5000;
const mostText = 30_000_000;

/** Where each row of a column of GeoJSON lies; rows without a place are counted. Each shape is read once. */
export function placeReader(column: ResultColumn | undefined) {
  const known = new Map<CellValue, ShapePlace | Fault>();
  const counts = { all: 0, empty: 0, unreadable: 0, outside: 0 };
  let left = mostText;
  const read = (value: CellValue): ShapePlace | Fault => {
    left -= typeof value === 'string' ? value.length : 0;
    if (known.size >= mostShapes || left < 0) return 'unreadable';
    return readPlace(value);
  };
  return {
    at: (row: number): ShapePlace | null => {
      const value = column?.values[row] ?? null;
      const place = known.get(value) ?? read(value);
      if (known.size < mostShapes) known.set(value, place);
      counts.all += 1;
      if (typeof place !== 'string') return place;
      counts[place] += 1;
      return null;
    },
    faults: (): PlaceFaults => ({ ...counts }),
  };
}

function readPlace(value: CellValue): ShapePlace | Fault {
  const shapes = readShapes(
    { columns: [{ name: '', type: 'string', nativeType: '', values: [value] }], rowCount: 1 },
    '',
  );
  const at = middleOf(shapes);
  if (at === null) {
    if (shapes.faults.empty > 0) return 'empty';
    return shapes.faults.outside > 0 ? 'outside' : 'unreadable';
  }
  return { id: at.join(' '), at, name: nameOf(shapes), key: value };
}

/** A point is where it is; of an area it is the middle of its largest part, of lines that of what they span. */
function middleOf({ areas, lines, points }: Shapes): LngLat | null {
  const area =
    areas.length > 0
      ? shapePolygons(
          areas.map(({ shape }) => shape),
          (place) => place,
        )
      : null;
  if (area) return area.center;
  const places = [...points.map(({ shape }) => shape), ...lines.flatMap(({ shape }) => shape)];
  if (places.length === 0) return null;
  const [west, south, east, north] = boxOf(places);
  return [(west + east) / 2, (south + north) / 2];
}

/** What features are usually named by. */
function nameOf({ features }: Shapes): string {
  const properties = features[0]?.properties ?? {};
  const name = [properties.name, properties.NAME, properties.title].find((one) => typeof one === 'string');
  return name === undefined ? '' : labelOfCell(String(name));
}
