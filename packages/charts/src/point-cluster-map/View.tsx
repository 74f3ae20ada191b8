export { ClusterView as View } from '../shared/maps/ClusterView.tsx';
