import { msg } from '@powerset/chart-kit';
import { countryFieldOf } from './column-words.ts';
import type { DataColumn } from './data-facts.ts';
import { namesOf, type Proposal, type Propose } from './proposal.ts';
import { nameOf, type Place, type Roles } from './roles.ts';

const spatialOf = (place: Place) =>
  'geohash' in place
    ? { type: 'geohash', geohashCol: place.geohash.name, reverseCheckbox: false }
    : { type: 'latlong', latCol: place.lat.name, lonCol: place.lon.name };

const placeNames = (place: Place) =>
  ('geohash' in place ? [place.geohash] : [place.lat, place.lon]).map(nameOf).join(', ');

const points: Propose = ({ place }) =>
  place && {
    score: 99,
    reason: { text: msg('{{place}} say where each row lies: points on a map.'), values: { place: placeNames(place) } },
    fields: { spatial: spatialOf(place) },
  };

const hexagons: Propose = (roles) =>
  roles.place && {
    score: 70,
    reason: { text: msg('Cells of a map show where many rows lie close together.'), values: namesOf(roles) },
    fields: { spatial: spatialOf(roles.place), size: roles.figures[0].metric },
  };

const clusters: Propose = ({ place }) =>
  place && 'lat' in place
    ? {
        score: 68,
        reason: { text: msg('Points that lie close together are one until you come nearer.') },
        fields: { all_columns_x: place.lon.name, all_columns_y: place.lat.name },
      }
    : null;

const world: Propose = (roles) =>
  roles.country && {
    score: 94,
    reason: {
      text: msg('{{country}} names countries: a map shows where {{metric}} is high.'),
      values: { ...namesOf(roles), country: nameOf(roles.country) },
    },
    fields: {
      entity: roles.country.name,
      country_fieldtype: countryFieldOf(roles.country),
      metric: roles.figures[0].metric,
    },
  };

const shapes: Propose = ({ shape }) =>
  shape && {
    score: 97,
    reason: { text: msg('{{shape}} holds shapes that can be drawn on a map.'), values: { shape: nameOf(shape) } },
    fields: { geojson: shape.name },
  };

/** A flow between two columns, in words of its own. */
function flow(roles: Roles, { score, text }: { readonly score: number; readonly text: string }): Proposal | null {
  const { ends } = roles;
  if (!ends) return null;
  const [from, to] = ends.map((column: DataColumn) => nameOf(column));
  return {
    score,
    reason: { text, values: { ...namesOf(roles), from, to } },
    fields: { source: ends[0].name, target: ends[1].name, metric: roles.figures[0].metric },
  };
}

const sankey: Propose = (roles) =>
  flow(roles, { score: 98, text: msg('Bands from {{from}} to {{to}} show how much flows where.') });

const graph: Propose = (roles) =>
  flow(roles, { score: 72, text: msg('Lines from {{from}} to {{to}} show who is linked with whom.') });

const chord: Propose = ({ ends, figures }) =>
  ends && {
    score: 65,
    reason: { text: msg('A circle shows what goes both ways.') },
    fields: { groupby: ends[0].name, columns: ends[1].name, metric: figures[0].metric },
  };

const tree: Propose = ({ parent, categories }) => {
  if (!parent) return null;
  const named = categories.find((column) => column !== parent.id && column !== parent.parent);
  return {
    score: 98,
    reason: {
      text: msg('{{parent}} names the parent of each row: a tree shows who belongs to whom.'),
      values: { parent: nameOf(parent.parent) },
    },
    fields: { id: parent.id.name, parent: parent.parent.name, ...(named ? { name: named.name } : {}) },
  };
};

/** What is about places and about what leads where. */
export const proposalsOfRelations: Readonly<Record<string, Propose>> = {
  deck_scatter: points,
  deck_hex: hexagons,
  point_cluster_map: clusters,
  world_map: world,
  deck_geojson: shapes,
  sankey_v2: sankey,
  graph_chart: graph,
  chord,
  tree_chart: tree,
};
