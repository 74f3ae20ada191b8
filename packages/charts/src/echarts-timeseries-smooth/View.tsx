export { SeriesView as View } from '../shared/SeriesView.tsx';
