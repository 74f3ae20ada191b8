export { AreaView as View } from '../shared/AreaView.tsx';
