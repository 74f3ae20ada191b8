/**
 * FAVORITES. Stars that a user puts on charts, dashboards, saved queries and tags.
 */
export { createFavorites, type Favorites } from './favorites.ts';
