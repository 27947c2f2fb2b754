import { loadWithPackages } from '../../load-packages.ts'

/** Loads what writes results to a bucket. Rejects: with a `MissingPackageError`. */
export const loadBuckets = () => loadWithPackages('Results in a bucket', () => import('./write-results.ts'))
