-- Which runs have a metric, newest first, and which have a label: selection across runs.
CREATE INDEX "Series_metric_runKey_idx" ON "Series"("metric", "runKey");
CREATE INDEX "Series_labels_idx" ON "Series" USING GIN ("labels" jsonb_path_ops);
