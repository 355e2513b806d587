import { createPool } from '@proofload/db';

/** Names of what each seeded run measured; `rare` has a value in one run of a hundred, `p95` in nine of ten. */
const measured = ['p95', 'throughput', 'rare', ...Array.from({ length: 12 }, (_, index) => `m${index + 1}`)];

/**
 * Adds finished runs to the project `bench`, one a minute: 15 measurements, 4 parameters, 3 labels (one of
 * them different in every run), in 50 experiments and sweeps of 200 runs.
 */
export async function seedRuns(connectionString: string, from: number, until: number): Promise<void> {
  const pool = createPool({ connectionString, poolSize: 1 }, () => undefined);
  // Triggers would do the same, slower.
  await pool.query(`SET session_replication_role = replica; SELECT setseed(0.5)`);
  await pool.query(
    `INSERT INTO "Experiment" ("id", "projectId", "name", "latestVersion")
     SELECT 'experiment' || i, 'bench', 'experiment-' || i, 1 FROM generate_series(0, 49) i ON CONFLICT DO NOTHING`,
  );
  await pool.query(
    `INSERT INTO "ExperimentVersion" ("experimentId", "version", "source", "definition", "createdBy")
     SELECT 'experiment' || i, 1, '', '{}', 'bench' FROM generate_series(0, 49) i ON CONFLICT DO NOTHING`,
  );
  await pool.query(
    `INSERT INTO "Sweep" ("id", "projectId", "experimentId", "experimentVersion", "order", "seed", "labels", "createdBy")
     SELECT 'sweep' || lpad(i::text, 8, '0'), 'bench', 'experiment' || i % 50, 1, 'random', 1, '{}', 'bench'
     FROM generate_series($1::int / 200, ($2::int - 1) / 200) i ON CONFLICT DO NOTHING`,
    [from, until],
  );
  const step = 50_000;
  for (let at = from; at < until; at += step) {
    const { rows } = await pool.query<{ key: string }>(insertRuns, [
      at,
      Math.min(until, at + step) - 1,
      measured,
    ]);
    await pool.query('SELECT add_run_values($1)', [rows.map(({ key }) => key)]);
  }
  await pool.query('RESET session_replication_role');
  await pool.query('VACUUM ANALYZE "Run", "RunField", "RunValue", "Sweep", "Experiment"');
  await pool.end();
}

const insertRuns = `
  INSERT INTO "Run" ("id", "projectId", "experimentId", "experimentVersion", "sweepId", "name", "executor", "params",
    "labels", "treatment", "replicate", "position", "status", "outcome", "verdict", "measurements", "slos",
    "environment", "createdAt", "startedAt", "finishedAt")
  SELECT 'r' || lpad(i::text, 9, '0') || substr(hash, 1, 14), 'bench', 'experiment' || (i / 200) % 50, 1,
    'sweep' || lpad((i / 200)::text, 8, '0'), 'run ' || i, 'k6',
    jsonb_build_object('qps', 50 * (1 + n % 6), 'burst', 100 * (1 + n % 6), 'shards', 1 + n % 16,
      'mode', (ARRAY['legacy', 'round-robin', 'consistent'])[1 + n % 3]),
    jsonb_build_object('branch', (ARRAY['main', 'main', 'dev', 'release'])[1 + n % 4], 'team', 'platform',
      'commit', substr(hash, 1, 10)),
    'burst=' || 100 * (1 + n % 6) || ',qps=' || 50 * (1 + n % 6), 1 + n % 3, i % 200, 'finished',
    (ARRAY['completed', 'completed', 'completed', 'completed', 'failed', 'stalled'])[1 + n % 6],
    (ARRAY['pass', 'fail', 'none'])[1 + n % 3],
    (SELECT json_object_agg(name, json_build_object(
       'value', CASE WHEN (name <> 'rare' OR i % 100 = 0) AND (name <> 'p95' OR i % 10 <> 0) THEN random() * 1000 END,
       'unit', 'ms', 'better', 'lower', 'samples', 1000, 'window', NULL, 'note', NULL,
       'spread', json_build_object('min', random(), 'max', random() * 5000, 'stddev', random()))) FROM unnest($3::text[]) name
       WHERE i >= 0),
    '[{"name": "fast", "objective": "< 300ms", "measurement": "p95", "met": true, "value": 12.1, "unit": "ms", "breaches": [], "note": null}]',
    '{"k6": "1.8.1", "node": "24.21.0"}',
    '2026-01-01T00:00Z'::timestamptz + i * interval '1 minute', '2026-01-01T00:00Z'::timestamptz + i * interval '1 minute',
    '2026-01-01T00:00:50Z'::timestamptz + i * interval '1 minute'
  FROM (SELECT i, md5(i::text) AS hash, ('x' || substr(md5(i::text), 1, 7))::bit(28)::int AS n
        FROM generate_series($1::int, $2::int) i) seed
  RETURNING "key"`;
