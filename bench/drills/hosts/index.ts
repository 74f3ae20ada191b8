/** HOSTS. An installation on machines of their own, and what networks do to it. */
export { hosts } from './hosts.ts';
export { warehouses } from './warehouses.ts';
