import { clusterExamples } from '../shared/maps/cluster-examples.ts';

export const examples = clusterExamples('mapbox');
