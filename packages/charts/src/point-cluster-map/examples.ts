import { clusterExamples } from '../shared/maps/cluster-examples.ts';

export const examples = clusterExamples('point_cluster_map');
