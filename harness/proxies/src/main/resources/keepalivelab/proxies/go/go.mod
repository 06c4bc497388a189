module keepalive-lab-go

go 1.22
