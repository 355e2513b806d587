// kubebed is etcd and the Kubernetes control plane in one program, told apart by the first argument: for tests and demonstrations on loopback.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	kcm "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	parts := map[string]func() *cobra.Command{
		"kube-apiserver":          apiserver.NewAPIServerCommand,
		"kube-controller-manager": kcm.NewControllerManagerCommand,
		"kube-scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
	}
	name := filepath.Base(os.Args[0])
	if _, ok := parts[name]; !ok && name != "etcd" { // not called through a link of that name
		if len(os.Args) < 2 {
			fmt.Fprintln(os.Stderr, "usage: kubebed etcd|kube-apiserver|kube-controller-manager|kube-scheduler [flags]")
			os.Exit(2)
		}
		name, os.Args = os.Args[1], os.Args[1:]
	}
	if name == "etcd" {
		etcdmain.Main(os.Args)
		return
	}
	new, ok := parts[name]
	if !ok {
		fmt.Fprintln(os.Stderr, "unknown part", name)
		os.Exit(2)
	}
	os.Exit(cli.Run(new()))
}
