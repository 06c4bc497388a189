// A reverse proxy in front of one upstream: Go's own httputil.ReverseProxy on an http.Transport whose settings are flags.
// Its only argument is a file of them; "version" as the argument prints the version.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) != 2 || os.Args[1] == "version" {
		fmt.Println("keepalive-lab-go", runtime.Version())
		return
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // the environment may name one
	dialer := &net.Dialer{}
	listen := flag.String("listen", "", "where to listen")
	upstream := flag.String("upstream", "", "where requests go")
	mark := flag.String("ready-mark", "", "what the ready route answers with")
	procs := flag.Int("max-procs", runtime.NumCPU(), "threads that run Go code at the same time")
	flag.IntVar(&transport.MaxIdleConns, "max-idle-of-all", transport.MaxIdleConns, "0 for no limit")
	flag.IntVar(&transport.MaxIdleConnsPerHost, "max-idle", 0, "0 for Go's own 2, less for none")
	flag.IntVar(&transport.MaxConnsPerHost, "max-total", 0, "0 for no limit")
	flag.DurationVar(&transport.IdleConnTimeout, "idle-timeout", transport.IdleConnTimeout, "0 for none")
	flag.BoolVar(&transport.DisableKeepAlives, "disable-keep-alives", false, "whether each request has its own connection")
	flag.DurationVar(&transport.ResponseHeaderTimeout, "response-header-timeout", 0, "0 for none")
	flag.DurationVar(&dialer.Timeout, "dial-timeout", 30*time.Second, "0 for none")
	flags, err := os.ReadFile(os.Args[1])
	exitOn(err)
	flag.Usage = func() {} // a wrong flag is one line
	flag.CommandLine.Parse(strings.Fields(string(flags)))
	if flag.NArg() > 0 || *listen == "" {
		log.Fatalf("wrong flags: %q", flags)
	}
	runtime.GOMAXPROCS(*procs)
	transport.DialContext = dialer.DialContext

	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: *upstream})
	proxy.Transport = transport
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/-ready" {
			w.Header().Set("X-Lab-Ready", *mark)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		proxy.ServeHTTP(w, r)
	})}
	socket, err := net.Listen("tcp", *listen)
	exitOn(err)
	go server.Serve(socket)

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	<-stop
	exitOn(server.Shutdown(context.Background()))
}

func exitOn(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
