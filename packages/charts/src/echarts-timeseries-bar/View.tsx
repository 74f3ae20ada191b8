export { prepareSeries as prepare } from '../shared/prepare-drawing.ts';
export { SeriesView as View } from '../shared/SeriesView.tsx';
