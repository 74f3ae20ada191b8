/**
 * FAVORITES. Stars that a user puts on charts and dashboards.
 */
export { createFavorites, type Favorites } from './favorites.ts';
