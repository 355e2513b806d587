/**
 * How much memory V8 may let go to waste in the web server and in the worker. Left to itself it takes the size of the
 * machine for permission: 128 MB for what was just allocated, and four times what is alive for the rest.
 */
export const heapOptions: readonly string[] = ['--max-semi-space-size=16', '--max-old-space-size=1536'];
