-- CreateTable
CREATE TABLE "Cluster" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "server" TEXT,
    "context" TEXT,
    "namespace" TEXT NOT NULL,
    "authKind" TEXT NOT NULL,
    "caCertificate" TEXT,
    "insecureSkipTlsVerify" BOOLEAN NOT NULL DEFAULT false,
    "tlsServerName" TEXT,
    "proxyUrl" TEXT,
    "prometheusServer" TEXT,
    "maxConcurrentRuns" INTEGER NOT NULL DEFAULT 1,
    "maxObjects" INTEGER NOT NULL DEFAULT 500,
    "sealedSecrets" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedBy" TEXT NOT NULL,

    CONSTRAINT "Cluster_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Cluster_projectId_name_key" ON "Cluster"("projectId", "name");

-- AddForeignKey
ALTER TABLE "Cluster" ADD CONSTRAINT "Cluster_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
