-- The state of a page, by a name or behind a short address.
CREATE TABLE "SavedView" (
  "id" TEXT NOT NULL,
  "projectId" TEXT NOT NULL,
  "name" TEXT,
  "path" TEXT NOT NULL,
  "search" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "createdBy" TEXT NOT NULL,
  CONSTRAINT "SavedView_pkey" PRIMARY KEY ("projectId", "id")
);

-- A name is once a page; short addresses have none.
CREATE UNIQUE INDEX "SavedView_projectId_path_name_key" ON "SavedView" ("projectId", "path", "name");

ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_projectId_fkey"
  FOREIGN KEY ("projectId") REFERENCES "Project" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
