export { RowsMap as View } from '../shared/maps/RowsMap.tsx';
